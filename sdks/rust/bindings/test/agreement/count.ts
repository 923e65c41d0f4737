const isThorough = process.env.BOTYARD_THOROUGH !== undefined;

/** How many random calls are compared: the thorough tier has more. */
export const count = isThorough ? 1_000_000 : 20_000;

/** Where they begin: at another place every day in the thorough tier. A disagreement is printed with its own seed. */
export const seed = isThorough ? Math.floor(Date.now() / 86_400_000) * count : 1;
