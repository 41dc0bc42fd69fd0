/** The formats that a camera reads, in the names of BarcodeDetector. Our own codes are QR codes; others would only be noise beside them. */
export const formatsOf = {
  qr: ['qr_code'],
  any: ['qr_code', 'data_matrix', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf'],
} as const
export type CodeKind = keyof typeof formatsOf
