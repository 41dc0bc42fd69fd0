const kB = 1024
const MB = 1024 * kB

/** Limits and constants of the product, in bytes, counts and milliseconds. */
export const limits = {
  skuImageBytes: 1 * MB,
  /** A picture that is chosen for a page: what is heavier than `skuImageBytes` is made smaller before it is sent. */
  chosenImageBytes: 10 * MB,
  documentBytes: 2 * MB,
  mediaBytes: 10 * MB,
  reportPhotoBytes: 5 * MB,
  /** Pixels along a side, and of the whole picture. A few bytes of a file may stand for very many. */
  imageSide: 12_000,
  imagePixels: 16_000_000,
  csvBytes: 10 * MB,
  activationCodes: 3000,
  bulkSkus: 3000,
  orderQuantity: 5_000_000,
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
  remainingDaysBeforeLoad: 90,
  recentOrders: 5,
} as const
