/** In lower case; a text without any of them, and without a user in a URL, contains none of the formats. */
export const shapeMarkers: readonly string[] = [
  ...["-----begin", "eyj", "akia", "asia", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"],
  ...["xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-", "hooks.slack", "sk_live", "sk_test"],
  ...["rk_live", "rk_test", "whsec_", "sk-", "aiza", "npm_", "pypi-", "sg.", ":aa", "by_", "ynlf"],
  ...["j5xz", "j5x2", "j5x3", "iev8", "iev9", "62795f", "bearer", "basic ", "apikey ", "digest "],
];

/** Well-known formats that are secret as a whole. */
const whole: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z0-9 ]{0,30}-----|$)/g,
  // JSON web tokens, with or without a signature.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)*/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{15,})/g,
  /\b(?:xox[abeprs]|xapp)-[A-Za-z0-9-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[\w/]+/g,
  /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9+/=]{10,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[\w-]{50,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Telegram bots.
  /\b\d{8,10}:AA[\w-]{30,}/g,
  // The platform's own keys: as they are, inside base64 of any alignment, in hexadecimal.
  /by_[0-9a-z]{10}_[0-9A-Za-z]{30,}/g,
  /(?:Ynlf|J5X[z23]|ieV[89])[A-Za-z0-9+/_-]{70,}/g,
  /62795f(?:[0-9a-f]{2}){45,}/gi,
];

const scheme = /\b(bearer|basic|apikey|token|digest)(\s{1,8})([\w.~+/=:-]{6,})/gi;
const userInfo = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/@:"'<>]*)(?::([^\s/@"'<>]*))?@/gi;

export function maskShapes(text: string, mask: string): string {
  for (const shape of whole) text = text.replace(shape, mask);
  return text
    .replace(scheme, (found, name: string, space: string, value: string) =>
      looksRandom(value) ? `${name}${space}${mask}` : found,
    )
    .replace(userInfo, (found, start: string, user: string, password: string | undefined) => {
      if (password !== undefined) return `${start}${user}:${mask}@`;
      return user.length >= 16 ? `${start}${mask}@` : found;
    });
}

/** Distinguishes credentials from ordinary words after `basic` or `token`. */
function looksRandom(value: string): boolean {
  return value.length >= 16 || /[0-9=_~+/]/.test(value) || /[a-z][A-Z]/.test(value);
}
