interface Named {
  bot_id: string;
  name: string;
}

/** The query as a command of the command line. */
export function asCommand(bot: Named, path: string, params: string): string {
  const given = isEmpty(params) ? "" : ` --params ${quoted(oneLine(params))}`;
  // A name that begins with a dash would be taken for an option.
  const named = bot.name.startsWith("-") ? bot.bot_id : bot.name;
  return `platform bot query ${quoted(named)} ${quoted(path)}${given}`;
}

/** The query as a command of curl, with the key in a variable of the environment. */
export function asCurl(origin: string, botId: string, path: string, params: string): string {
  const body = `{"query_path":${JSON.stringify(path)},"params":${oneLine(params)}}`;
  return [
    `curl ${quoted(`${origin}/api/v1/query/${encodeURIComponent(botId)}`)}`,
    '-H "Authorization: ApiKey $PLATFORM_API_KEY"',
    "-H 'Content-Type: application/json'",
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
}

const isEmpty = (params: string): boolean => /^\s*\{\s*\}\s*$/.test(params);

/** Line feeds are outside of texts in JSON, so that they may go; digits of numbers stay. */
const oneLine = (params: string): string => params.trim().replaceAll(/\s*[\r\n]\s*/g, " ");

/** A word for a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
