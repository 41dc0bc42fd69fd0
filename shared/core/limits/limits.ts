const kB = 1024
const MB = 1024 * kB

/** Limits and constants of the product, in bytes, counts and milliseconds. */
export const limits = {
  skuImageBytes: 1 * MB,
  /** A picture for a page. A picture above `skuImageBytes` is reduced before it is uploaded. */
  chosenImageBytes: 10 * MB,
  documentBytes: 2 * MB,
  mediaBytes: 10 * MB,
  reportPhotoBytes: 5 * MB,
  /** Pixels along a side, and of the whole picture. A small file can contain very many pixels. */
  imageSide: 12_000,
  imagePixels: 16_000_000,
  csvBytes: 10 * MB,
  readingsBytes: 2 * MB,
  /** One revision of a form template. A device stores at least twenty of each form. */
  formBytes: 256 * kB,
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
  recentOrders: 5,
} as const

/** The problem code for exceeding any quota. */
export const quotaCode = 'core.quota'

/** The maximum number of records, or bytes, of one merchant. */
export type Quota = {
  /** For accounts with a confirmed e-mail. Each code that was ever granted to the merchant adds `perCode`. */
  max: number
  perCode?: number
  /** For accounts without a confirmed e-mail. */
  unconfirmed: number
  /** Counted in bytes, and displayed in megabytes. */
  isBytes?: true
  /** Removing some frees quota, because removed records are deleted. */
  canRemove?: true
}

/**
 * High enough for normal work, so that they only prevent abuse of the disk: quotas for field work and files grow with the
 * granted codes. See docs/limits.md.
 */
export const quotas = {
  skus: { max: 200_000, perCode: 1, unconfirmed: 0, canRemove: true },
  skuImports: { max: 20_000, unconfirmed: 0 },
  trademarks: { max: 1_000, unconfirmed: 0, canRemove: true },
  forms: { max: 5_000, unconfirmed: 0 },
  formRevisions: { max: 50_000, unconfirmed: 0 },
  submissions: { max: 1_000_000, perCode: 10, unconfirmed: 10 },
  shipments: { max: 200_000, perCode: 5, unconfirmed: 10 },
  shipmentReports: { max: 50_000, perCode: 1, unconfirmed: 0 },
  recalls: { max: 10_000, unconfirmed: 0 },
  files: { max: 50_000, perCode: 1, unconfirmed: 10, canRemove: true },
  fileBytes: { max: 10_240 * MB, perCode: 100 * kB, unconfirmed: 20 * MB, isBytes: true, canRemove: true },
  /** Photos of shoppers, who need no account: they count here only, not as files of the merchant. */
  reportPhotoBytes: { max: 2_048 * MB, perCode: 10 * kB, unconfirmed: 2_048 * MB, isBytes: true },
  fieldFiles: { max: 50_000, perCode: 2, unconfirmed: 0 },
  unfinishedFiles: { max: 500, unconfirmed: 0 },
  devices: { max: 100_000, unconfirmed: 0 },
  sensors: { max: 10_000, unconfirmed: 0 },
  readings: { max: 100_000_000, perCode: 100, unconfirmed: 0 },
  insightsViews: { max: 5_000, unconfirmed: 0, canRemove: true },
  merchantKeys: { max: 100, unconfirmed: 0 },
  supportMessages: { max: 5_000, unconfirmed: 5 },
} as const satisfies Record<string, Quota>
export type QuotaName = keyof typeof quotas
