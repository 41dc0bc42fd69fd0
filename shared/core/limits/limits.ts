export const kilobyte = 1024
export const megabyte = 1024 * kilobyte

/** Limits and constants of the product, in bytes, counts and milliseconds. */
export const limits = {
  skuImageBytes: 1 * megabyte,
  /** A picture for a page. A picture above `skuImageBytes` is reduced before it is uploaded. */
  chosenImageBytes: 10 * megabyte,
  documentBytes: 2 * megabyte,
  mediaBytes: 10 * megabyte,
  reportPhotoBytes: 5 * megabyte,
  /** Pixels along a side, and of the whole picture. A small file can contain very many pixels. */
  imageSide: 12_000,
  imagePixels: 16_000_000,
  csvBytes: 10 * megabyte,
  readingsBytes: 2 * megabyte,
  /** One revision of a form template. A device stores at least twenty of each form. */
  formBytes: 256 * kilobyte,
  activationCodes: 3000,
  /** Codes of a range that are bound to a product at once. */
  boundRange: 100_000,
  bulkSkus: 3000,
  orderQuantity: 5_000_000,
  /** Serial numbers that goods had before, in one order, in one call, and in characters each. */
  ownSerials: 1_000_000,
  ownSerialsPerCall: 10_000,
  ownSerialLength: 64,
  ownSerialFileBytes: 100 * megabyte,
  logisticCodes: 100_000,
  payloadBytes: 1023,
  pollMs: 5000,
  toastMs: 3000,
  undoMs: 10_000,
  verifyPreloaderMs: 1300,
  verifyTickMs: 9.5,
  redirectMs: 10_000,
  redirectTickMs: 100,
  redirectCancelMs: 1000,
  trialWarningDays: 10,
  recentOrders: 5,
} as const
