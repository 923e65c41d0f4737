/** Why a connection or a name was refused, as the table of a bot's network shows it. */
export const reasons = {
  not_listed: "the policy does not list this name",
  cut: "an operator or the bot's owner has cut it",
  not_tls: "port 443 is for TLS, and the first bytes were not",
  malformed_hello: "the first message of TLS was malformed",
  hello_timeout: "the first message did not arrive in time",
  no_server_name: "the first message of TLS names no server",
  other_server_name: "the first message of TLS names another server",
  encrypted_hello: "the first message of TLS may hide the name of the server (ECH)",
  not_http: "port 80 is for HTTP, and the first bytes were not",
  no_host: "the HTTP request names no host",
  other_host: "the HTTP request names another host",
  not_found: "the name does not exist",
  resolve_failed: "the name could not be resolved",
  private_address: "the name belongs to an address that is not public",
  own_address: "the name belongs to an address of this machine",
  connect_failed: "the host did not accept the connection",
  too_many_connections: "the bot has too many connections",
  too_much_unsent: "too much of what the bot's connections received was not taken by the other side",
  too_many_names: "the bot has asked for too many names",
} as const;

export type Reason = keyof typeof reasons;
