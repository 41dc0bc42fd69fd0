import { randomBytes } from 'node:crypto'
import { type BenchEffort, type BenchResult, compareSides, runInterleaved } from '#scripts/bench/setup/measure.ts'
import { createScannablePaths } from '#scripts/bench/setup/pending-codes.ts'
import { createShopperLoad } from '#scripts/bench/setup/shopper-load.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { SimulatedTag } from '#scripts/nfc/simulated-tag.ts'
import { loadConfig } from '#server/core/config.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { fileSettings, tagTemplate } from '#server/nfc/crypto/ndef.ts'
import { createTagKeys } from '#server/nfc/service.ts'
import { parseCode } from '#shared/verify/code/code.ts'

/** Seconds of load before the first measurement, as for `verify`. */
const warmUp = 8
/** Taps of each chip: no path is asked for twice, because a link opens once. */
const tapsOfTag = 12

/** Taps, decrypted, checked and with their counter on disk before the response, against scans of printed codes. */
export async function taps(stage: TestSystem, { rounds, duration, scanned }: BenchEffort): Promise<BenchResult> {
  const { url } = await stage.web()
  const [printed, tagged] = [await createScannablePaths(stage, scanned), await createScannablePaths(stage, scanned)]
  const askTaps = createShopperLoad(await tapPaths(stage, tagged))
  const askCodes = createShopperLoad(printed)
  await askCodes(url, warmUp)
  await askTaps(url, warmUp)
  const measured = await runInterleaved(
    rounds,
    () => askTaps(url, duration),
    () => askCodes(url, duration),
  )
  return { ...compareSides({ name: 'taps', unit: 'answers/s', rounds }, measured), codes: scanned }
}

/** Binds a chip to each code. The paths are those of taps, each with a higher counter than the one before of its chip. */
async function tapPaths(stage: TestSystem, paths: readonly string[]): Promise<string[]> {
  const { nfcKey, publicUrl } = loadConfig(stage.env)
  const codes = paths.map((path) => {
    const letters = new URLSearchParams(path.split('?')[1]).get('a')!
    return { letters, address: parseCode(letters)!.address, uid: `04${randomBytes(6).toString('hex')}` }
  })
  const { rows } = await stage.db.system((tx) =>
    tx.execute<{ merchant_id: string }>(sql`
      insert into nfc_tag (merchant_id, uid, address, order_id, upload_id)
      select c.merchant_id, decode(listed.uid, 'hex'), c.address, c.order_id, c.order_id
      from ${recordset(codes, 'uid text, address uuid')} join code c on c.address = listed.address
      returning merchant_id`),
  )
  const keys = createTagKeys(nfcKey!)(rows[0]!.merchant_id)
  const tags = codes.map(({ letters, uid }) => {
    const template = tagTemplate(publicUrl, letters)
    const key = (number: number) => keys.keyOf(Buffer.from(uid, 'hex'), number).toString('hex')
    const written = { key_1: key(1), key_2: key(2), file_settings: fileSettings(template).toString('hex') }
    return { letters, tag: new SimulatedTag({ uid, ndef_hex: template.ndef.toString('hex'), ...written }) }
  })
  return Array.from({ length: tapsOfTag }, () =>
    tags.map(({ letters, tag }) => `/api/tag/verify?a=${letters}&${new URL(tag.tap()).searchParams}`),
  ).flat()
}
