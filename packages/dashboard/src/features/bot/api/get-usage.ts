export interface Usage {
  /** Whether a process of the bot is up. */
  running: boolean;
  sampled_at: string;
  memory: { used_bytes: number | null; limit_bytes: number };
  cpu: { used_cores: number | null; limit_cores: number };
  processes: { used: number | null; limit: number };
  disk: { used_bytes: number | null; limit_bytes: number | null };
  state: { keys: number | null; bytes: number | null };
}

export async function getUsage(botId: string): Promise<Usage> {
  const answer = await fetch(`/api/v1/bots/${encodeURIComponent(botId)}/usage`);
  if (!answer.ok) throw new Error(`The use of the bot could not be loaded (${answer.status}).`);
  return (await answer.json()) as Usage;
}
