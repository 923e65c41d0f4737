/** A program that uses every published package. Lines that must not compile detect types that became `any`. */
export const typedConsumer = `
import { exitCodes, type ExitCode } from "@botyard/cli";
import { type Client, createClient } from "@botyard/client";
import { BotyardError, type JsonObject, metricLine } from "@botyard/core";
import { type BotConfig, checkBotConfig, type Problem } from "@botyard/manifest";
import type { Executor, LaunchSpec } from "@botyard/runtime";
import { createProcessExecutor } from "@botyard/runtime/process";
import { type BotyardError as SdkError, error, input, metric, query, state } from "@botyard/sdk";
import { type Platform, startPlatform } from "@botyard/server";

const code: ExitCode = exitCodes.notFound;
const client: Client = createClient({ url: "http://127.0.0.1:7070/api/v1" });
const line: string = metricLine("price", { value: 1 }, new Date());
const data: JsonObject = { value: 1 };
const checked: { config?: BotConfig; problems: Problem[] } = checkBotConfig("name: x");
export const executor: Promise<Executor> = createProcessExecutor({ dir: "/tmp/executor" });
export const kind: LaunchSpec["kind"] = "query";
export const platform: Promise<Platform> = startPlatform({ dataDir: "/tmp/data", port: 0 });
const { botId, config }: { botId: string; config: JsonObject } = input.parse();
metric("price", data);
query.handler("/runs", (request) => ({ runs: state.get("runs", 0), limit: request.getInteger("limit", 5) }));
export const sameClass: SdkError = new BotyardError("state.read_only", {}, config);
export const never = (): never => error("no " + botId + line + client.url + checked.problems.length);

// @ts-expect-error an exit code is a number of the table
export const noCode: ExitCode = 99;
// @ts-expect-error a client needs an address
createClient({});
// @ts-expect-error a metric's line is text
export const noLine: number = metricLine("price", {}, new Date());
// @ts-expect-error a checked bot-config.yaml has problems
checkBotConfig("").faults;
// @ts-expect-error an executor has a folder
createProcessExecutor({});
// @ts-expect-error a platform has an address
startPlatform({ dataDir: "data" }).then(({ address }) => address);
// @ts-expect-error a metric's data is an object
metric("price", 1);
export default code;
`;

export const pythonConsumer = `
from typing import Any, assert_type

from botyard import BotyardError, codes, input, log, metric, query, state, success

bot_id, config = input.parse()
assert_type(bot_id, str)
config["symbol"]
runs = state.get("runs", 0)
metric("price", {"symbol": config["symbol"], "value": 187.5})
log.info("looked", {"runs": runs})


@query.handler("/status")
def status(request: query.Request) -> Any:
    return {"runs": request.get_integer("n", 21)}


try:
    success(f"{bot_id} is done")
except BotyardError as error:
    assert_type(error.code, codes.ErrorCode)
    if error.code == codes.RESULT_TOO_LARGE:
        raise
metric(1, {})  # type: ignore[arg-type]
`;
