/** A pair of assets that are traded for each other. */
export interface Pair {
  /** Its name in answers, `XXBTZEUR`. Requests may also use `altname` or `wsname`. */
  name: string;
  altname: string;
  wsname: string;
  base: string;
  quote: string;
  /** Digits after the point of a price. */
  priceDecimals: number;
  /** The smallest volume of an order. */
  minimum: number;
  /** The price around which it moves. */
  centre: number;
}

/** An asset: its name in answers, and the name that people use. */
export const assets: Record<string, { altname: string; decimals: number }> = {
  ZEUR: { altname: "EUR", decimals: 4 },
  XXBT: { altname: "XBT", decimals: 10 },
  XETH: { altname: "ETH", decimals: 10 },
};

export const pairs: readonly Pair[] = [
  {
    ...{ name: "XXBTZEUR", altname: "XBTEUR", wsname: "XBT/EUR", base: "XXBT", quote: "ZEUR" },
    ...{ priceDecimals: 1, minimum: 0.00005, centre: 60_000 },
  },
  {
    ...{ name: "XETHZEUR", altname: "ETHEUR", wsname: "ETH/EUR", base: "XETH", quote: "ZEUR" },
    ...{ priceDecimals: 2, minimum: 0.001, centre: 2_500 },
  },
];

/** Digits after the point of a volume. */
export const volumeDecimals = 8;

/** Share of a trade's value that is its fee. */
export const fee = 0.0026;

/** The smallest value of an order in the quote asset. */
export const minimumCost = 0.5;

export const findPair = (text: string | undefined): Pair | undefined =>
  pairs.find(({ name, altname, wsname }) => [name, altname, wsname].includes(text ?? ""));
