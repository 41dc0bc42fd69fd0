import { merchant } from '#server/core/auth/table.ts'
import { type Config, loadConfig } from '#server/core/config.ts'
import { type Database, openDatabase, type Tx } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { type FileStore, openFileStore } from '#server/core/files/file-store.ts'
import { type Logger, openLogger } from '#server/core/logging/logger.ts'
import { TagServiceError } from '#server/core/tag-service/error.ts'
import { openTagService } from '#server/core/tag-service/service.ts'
import { countAllScans } from '#server/insights/sums/count-scans.ts'
import { pullDueLogs } from '#server/logistic/log/pull.ts'
import { seedAccounts } from './seed/accounts.ts'
import { type BrandPage, brandPages } from './seed/brand-pages.ts'
import { type SeededSku, seedCatalogue } from './seed/catalogue.ts'
import { seedCodes, seedVerdictCases } from './seed/codes.ts'
import { seedFieldRecords } from './seed/field-records.ts'
import { seedOrderHistory } from './seed/order-history.ts'
import { storePicture } from './seed/pictures.ts'
import { seedScanMonths, seedScans } from './seed/scans.ts'
import { seedCustomizations, seedShowcase } from './seed/showcase.ts'

/** The scans of the demo are counted at once, so that its first screens have all numbers. */
const yearSeconds = 366 * 86_400

/**
 * Seeds the demo merchant with products, codes and field data, and brands with example pages, in one transaction. Existing data
 * is not changed.
 */
export async function seed(env: NodeJS.ProcessEnv): Promise<BrandPage[]> {
  const config = loadConfig(env)
  const db = openDatabase({ ...config, databaseConnections: 2 })
  const files = openFileStore(config)
  const log = openLogger(config)
  try {
    const [present] = await db.read.select({ id: merchant.id }).from(merchant).where(eq(merchant.isDemo, true)).limit(1)
    if (!present) await seedScanMonths(db)
    const pages = await db.system(async (tx) => {
      const made = present ? undefined : await seedMerchant(tx, files)
      const merchantId = present?.id ?? made!.id
      await seedFieldRecords(tx, merchantId, config.codeKey)
      // After the shipments, which contain codes of the last orders.
      if (made) await seedOrderHistory(tx, merchantId, made.skus)
      await seedCustomizations(tx, files, merchantId)
      await seedShowcase(tx, files)
      return brandPages(tx, config.codeKey)
    })
    if (!present) {
      await countAllScans(db, { windowSeconds: yearSeconds })
      await readTags(db, config, log)
    }
    return pages
  } finally {
    await db.close()
  }
}

/** Reads the tags of the demo shipments, as the worker does every minute. If the sensor service fails, the worker reads them later. */
async function readTags(db: Database, config: Config, log: Logger): Promise<void> {
  try {
    await pullDueLogs({ db, tags: openTagService(config), log })
    // The demo data writes no mails.
    await db.system((tx) =>
      tx.execute(
        sql`update temperature_alarm set mail_due = false where merchant_id in (select id from merchant where is_demo)`,
      ),
    )
  } catch (error) {
    if (!(error instanceof TagServiceError)) throw error
  }
}

async function seedMerchant(tx: Tx, files: FileStore): Promise<{ id: string; skus: SeededSku[] }> {
  const drawing = { name: 'registration.png', background: '#ffffff', foreground: '#333333' }
  const lines: [string, string] = ['Highland Tea Company', 'Certificate of registration']
  const merchantId = await seedAccounts(tx, await storePicture(tx, files, { ...drawing, lines }, true))
  const skus = await seedCatalogue(tx, files, merchantId)
  await seedCodes(tx, merchantId, skus)
  await seedVerdictCases(tx, merchantId, skus)
  await seedScans(tx, merchantId, skus)
  return { id: merchantId, skus }
}
