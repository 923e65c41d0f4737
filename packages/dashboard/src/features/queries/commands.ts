import { botWord, shellWord, visibleJson } from "../../lib/shell.ts";

interface Named {
  bot_id: string;
  name: string;
}

/** The query as a command of the command line. */
export function asCommand(bot: Named, path: string, params: string): string {
  const given = isEmpty(params) ? "" : ` --params ${shellWord(oneLine(params))}`;
  return `platform bot query ${botWord(bot)} ${shellWord(path)}${given}`;
}

/** The query as a command of curl, with the key in a variable of the environment. */
export function asCurl(origin: string, botId: string, path: string, params: string): string {
  const body = `{"query_path":${visibleJson(JSON.stringify(path))},"params":${oneLine(params)}}`;
  return [
    `curl ${shellWord(`${origin}/api/v1/query/${encodeURIComponent(botId)}`)}`,
    '-H "Authorization: ApiKey $PLATFORM_API_KEY"',
    "-H 'Content-Type: application/json'",
    `--data-raw ${shellWord(body)}`,
  ].join(" \\\n  ");
}

const isEmpty = (params: string): boolean => /^\s*\{\s*\}\s*$/.test(params);

/** White space with a line feed or a tab is outside of texts in JSON, so that it may go; digits of numbers stay. */
const oneLine = (params: string): string => visibleJson(params.trim().replaceAll(/\s*[\r\n\t]\s*/g, " "));
