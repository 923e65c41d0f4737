/** How a bot runs: as one process until it is stopped, or as one run per tick. */
export type ExecutionModel = "realtime" | "scheduled";

export const executionModels = ["realtime", "scheduled"] as const satisfies readonly ExecutionModel[];

export const customBotName = /^[a-z0-9][a-z0-9-]{0,62}$/;
