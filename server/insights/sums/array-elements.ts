const headBytes = 12
const dimensionBytes = 8

/**
 * Calls `see` with the position of each element of a one-dimensional array in PostgreSQL's binary form (`array_send`), without
 * nulls: dimensions, flags and type, then size and lower bound, then for each element its length and its bytes. Texts of arrays
 * take several times longer to read.
 *
 * @param bytes the size of an element
 */
export function arrayElements(list: Buffer, bytes: number, see: (at: number) => void): void {
  for (let at = headBytes + dimensionBytes + 4; at < list.length; at += 4 + bytes) see(at)
}
