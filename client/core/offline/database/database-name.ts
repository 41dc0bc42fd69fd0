export type Owner = { userId: string; merchantId: string }

/** Each user of a merchant has a separate database, so that another user of this device never reads it. */
export function databaseName({ userId, merchantId }: Owner): string {
  return `assay-${merchantId}-${userId}`
}
