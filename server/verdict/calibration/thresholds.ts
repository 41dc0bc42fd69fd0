import type { Tx } from '#server/core/db/database.ts'
import { eq, inArray, sql } from '#server/core/drizzle/orm.ts'
import { verdictCalibration, verdictSetting } from '#server/verdict/table.ts'
import type { OrderScores } from '#shared/verdict/calibration/calibrate.ts'
import { calibrationOf } from '#shared/verdict/calibration/calibration-of.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'

type Sku = { merchantId: string; skuId: string }
type Row = typeof verdictCalibration.$inferSelect

/** Locks the calibration of a SKU, which may be empty, until the transaction ends. @param change to store with it */
export async function lockCalibration(
  tx: Tx,
  { merchantId, skuId }: Sku,
  change: Partial<Pick<Row, 'isShared'>> = {},
): Promise<void> {
  await tx
    .insert(verdictCalibration)
    .values({ merchantId, skuId, ...change })
    .onConflictDoUpdate({ target: verdictCalibration.skuId, set: { merchantId, ...change } })
}

/** Stores the samples of SKUs, and locks their calibrations. SKUs that were deleted meanwhile are left out. */
export async function saveSamples(tx: Tx, samples: ReadonlyMap<string, OrderScores[]>): Promise<void> {
  const rows = JSON.stringify([...samples].map(([sku_id, sample]) => ({ sku_id, sample })))
  await tx.execute(sql`
    insert into verdict_calibration (sku_id, merchant_id, sample, measured_at)
    select sku.id, sku.merchant_id, measured.sample, now()
    from jsonb_to_recordset(${rows}::jsonb) as measured (sku_id uuid, sample jsonb) join sku on sku.id = measured.sku_id
    order by sku.id
    on conflict (sku_id) do update set sample = excluded.sample, measured_at = excluded.measured_at`)
}

/**
 * Calculates the thresholds of SKUs from their samples and settings. Their calibrations must be locked, after a change of
 * settings was written: so the last of two simultaneous calculations knows all changes.
 */
export async function setThresholds(tx: Tx, skuIds: readonly string[]): Promise<void> {
  const found = await readCalibrations(tx, skuIds)
  const ids = found.map(({ row }) => row.skuId)
  const thresholds = found.map(({ calibration }) => calibration.threshold)
  await tx.execute(sql`
    update verdict_calibration set threshold = new.threshold
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(thresholds)}::float8[]) as new (sku_id, threshold)
    where verdict_calibration.sku_id = new.sku_id`)
}

/** The calibrations of SKUs with what follows from them now. */
export async function readCalibrations(tx: Tx, skuIds: readonly string[]) {
  const rows = await tx
    .select({ row: verdictCalibration, settings: verdictSetting.settings })
    .from(verdictCalibration)
    .leftJoin(verdictSetting, eq(verdictSetting.skuId, verdictCalibration.skuId))
    .where(inArray(verdictCalibration.skuId, [...skuIds]))
  return rows.map(({ row, settings }) => ({
    row,
    calibration: calibrationOf(row.sample, { ...defaultSettings, ...settings }, row.isShared),
  }))
}
