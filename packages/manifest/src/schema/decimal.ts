/**
 * Returns true if a number is a multiple of another, both taken as the decimal numbers that their shortest text says:
 * 4.35 is a multiple of 0.01, although the quotient of the two doubles is 434.99999999999994.
 */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [digits, exponent] = decimal(value);
  const [step, stepExponent] = decimal(of);
  // A double has an exponent of three digits, so these integers have some hundred digits at most.
  const common = Math.min(exponent, stepExponent);
  return (digits * 10n ** BigInt(exponent - common)) % (step * 10n ** BigInt(stepExponent - common)) === 0n;
}

/** The integer and the power of ten whose product is the number: 4.35 → 435 and -2. */
function decimal(number: number): [bigint, number] {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
