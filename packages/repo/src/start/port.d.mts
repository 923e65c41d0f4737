export const defaultPort: string;
export function portIn(args: readonly string[]): string;
export function portObstacle(text: string): Promise<string | undefined>;
export function listenError(port: number): Promise<string | undefined>;
