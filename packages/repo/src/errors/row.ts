/** One error of the contract; words in braces in `message` are placeholders. */
export interface Row {
  code: string;
  message: string;
  next: string;
}

/** First line of every generated table, without the language's comment marks. */
export const origin =
  "Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.";
