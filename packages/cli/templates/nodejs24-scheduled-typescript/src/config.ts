/** What bot-schema.json guarantees about the config of an instance. */
export interface Config {
  symbol: string;
}
