/** Estimated size of a stored record and its index entries in bytes, without its texts. */
export const rowBytes = 200;
