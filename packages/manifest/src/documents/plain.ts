/**
 * Whether a name or another short text looks as it is written: no control characters, line breaks, or characters that
 * are invisible or change the direction of what follows, except the joiner of emoji.
 */
export function isPlainName(name: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d/u.test(
    name,
  );
}
