export const help = `Usage: platform-mock [options] [-- <command> [arguments]]

Runs a Botyard platform in memory for tests. It starts no bots: they do what the scenario says.

With a command, runs it with PLATFORM_API_URL and PLATFORM_API_KEY set, stops when it ends, and exits with its code.
Without one, prints one line of JSON with "url", "api_url" and "key" when it listens, and stops on SIGINT or SIGTERM.

Options:
  --port <number>    port (default: 7070, with a command a free one; 0: a free one)
  --host <address>   address to listen on (default: 127.0.0.1)
  --scenario <file>  JSON or YAML file with users, bots, logs, answers and failures
  --key-file <file>  file to write the key of the first user to
  --schema           print the JSON Schema of scenarios and exit
  --version          print the version and exit
  --help             print this text and exit
`;
