/** What a stream needs of a WebSocket of the package `ws`. */
export interface Socket {
  readonly readyState: number;
  readonly OPEN: number;
  on(event: "message", listener: (data: Buffer) => void): unknown;
  on(event: "close" | "pong", listener: () => void): unknown;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}
