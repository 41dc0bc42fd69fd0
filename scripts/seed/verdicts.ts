import type { Tx } from '#server/core/db/database.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { emit } from '#server/core/events/emit.ts'
import { codeOrder } from '#server/order/table.ts'
import { codeVisits, scan, scanPlace } from '#server/scan/table.ts'
import { sku } from '#server/sku/table.ts'
import { tellRecall } from '#server/verdict/recall.ts'
import { recall, verdictCase } from '#server/verdict/table.ts'
import { caseOpened, recallStarted } from '#shared/verdict/events.ts'
import { assess } from '#shared/verdict/rules.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog, type Visit } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'

type Product = { merchantId: string; skuId: string; orderId: string }

const cities = [
  { country: 'MY', city: 'Kuala Lumpur', place: { lat: 3.14, lng: 101.69 } },
  { country: 'SG', city: 'Singapore', place: { lat: 1.35, lng: 103.82 } },
  { country: 'TH', city: 'Bangkok', place: { lat: 13.76, lng: 100.5 } },
]
const dayMs = 86_400_000

/** Buyers of copies, of the three cities. */
const buyers = 14

/** A code with more scans than one package explains: the scans, their visit log, and the case. */
export async function seedCaution(tx: Tx, { merchantId, skuId, orderId }: Product, address: string): Promise<void> {
  const now = Date.now()
  const places = await tx
    .insert(scanPlace)
    .values(cities.map(({ country, city, place }) => ({ country, region: '', city, ...place })))
    .returning({ id: scanPlace.id })
  let visitLog = emptyVisitLog
  for (let n = 0; n < buyers; n++) {
    const at = new Date(now - (buyers - n) * 3 * dayMs)
    const { country, place } = cities[n % 3]!
    const visit: Visit = {
      minute: Math.floor(at.getTime() / 60_000),
      visitor: 1000 + n,
      kind: n % 4,
      version: 4000 - 50 * n,
      country,
      place,
      network: n,
    }
    visitLog = addVisit(visitLog, visit)
    await tx.insert(scan).values({
      at,
      merchantId,
      skuId,
      address,
      kind: 'VERIFY',
      verdict: 'genuine',
      placeId: places[n % 3]!.id,
      os: n % 2 ? 'iOS' : 'Android',
      visitor: visitorNumber(visit),
    })
  }
  await tx
    .insert(codeVisits)
    .values({ address, visitLog: Buffer.from(encodeVisitLog(visitLog)), visits: Buffer.alloc(0) })
  const { fired, level } = assess(visitLog, {}, defaultSettings, Math.floor(now / 60_000))
  const [product] = await tx.select({ name: sku.name }).from(sku).where(eq(sku.id, skuId))
  const opened = await tx
    .insert(verdictCase)
    .values(fired.map((one) => ({ merchantId, skuId, orderId, address, rule: one.rule, fired: one, level })))
    .returning({ id: verdictCase.id })
  const data = { product: product!.name, isReport: false }
  await emit(
    tx,
    caseOpened,
    opened.map(({ id: subject }) => ({ merchantId, subject, data })),
  )
}

const visitorNumber = ({ visitor, kind, version }: Visit): bigint =>
  (BigInt(visitor) << 32n) | BigInt(kind * 0x1_0000 + version)

/** A recall of a whole order. */
export async function seedRecall(tx: Tx, { merchantId, orderId }: Product): Promise<void> {
  await tx.update(codeOrder).set({ note: 'Recalled' }).where(eq(codeOrder.id, orderId))
  const [row] = await tx
    .insert(recall)
    .values({
      merchantId,
      scope: 'order',
      target: orderId,
      message: 'Some packets of this order may hold splinters of wood. Do not brew the tea; any shop takes it back.',
    })
    .returning()
  await tellRecall(tx, recallStarted, row!)
}
