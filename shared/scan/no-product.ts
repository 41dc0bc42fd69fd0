/** In place of the product of a scan: the code was blank, and not bound to a product, when it was scanned. */
export const noProduct = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
