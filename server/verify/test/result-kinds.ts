import { storeDrawing } from '#scripts/seed/drawing.ts'
import { packArt } from '#scripts/seed/showcase/art.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { phones, rememberBuyers, scanCode } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import type { ResultKind } from '#shared/verify/result/result-kind.ts'

/** `unassessed` needs a database that cannot be read, and the results of taps a tag. */
export type ReachableKind = Exclude<ResultKind, 'unassessed' | 'tapped' | 'tap_again' | 'tap_refused'>
type Prepare = (test: TestApp, goods: Product, code: PrintedCode) => Promise<unknown>

const mark =
  (column: 'copied_at' | 'consumed_at'): Prepare =>
  ({ database }, { merchantId }, { address }) =>
    database.query(`insert into code_mark (address, merchant_id, ${column}) values ($1, $2, now())`, [
      address,
      merchantId,
    ])

const setRules = ({ database }: TestApp, { skuId, merchantId }: Product, rules: object) =>
  database.query('insert into verdict_setting (sku_id, merchant_id, settings) values ($1, $2, $3)', [
    ...[skuId, merchantId],
    { ...defaultSettings, ...rules },
  ])

const photo = packArt('bag', { pale: '#f3f0e8', soft: '#e0d2b0', mid: '#7d5310', deep: '#3b2a1a' }, ['Rimba', 'Bag'])

/** The steps after which the first active code of a product has each result. */
const preparations: Record<ReachableKind, Prepare> = {
  genuine: async () => {},
  async opened({ database }, { merchantId }, { address }) {
    await database.query('update code_order set has_scratch = true where merchant_id = $1', [merchantId])
    await database.query(
      `insert into code_opening (address, merchant_id, order_id, opened_at, country, city)
       select address, merchant_id, order_id, now() - interval '9 days', 'FR', 'Lyon' from code where address = $1`,
      [address],
    )
  },
  not_active: async () => {},
  unknown: async () => {},
  damaged: async () => {},
  suspected_copy: mark('copied_at'),
  used_up: mark('consumed_at'),
  async caution(test, _, code) {
    await rememberBuyers(test, code)
    await scanCode(test, code, phones[0]!)
  },
  async past_date(test, goods) {
    await setRules(test, goods, { shelfDays: 1 })
    await test.database.query("update activation_batch set finished_at = now() - interval '40 days' where id = $1", [
      goods.batchId,
    ])
  },
  recalled: ({ database }, { merchantId, skuId }) =>
    database.query(
      `insert into recall (merchant_id, scope, target, message, public_at)
       values ($1, 'sku', $2, 'Do not use the bag. Any shop takes it back.', now() - interval '1 hour')`,
      [merchantId, skuId],
    ),
  expired: ({ database }, { merchantId }) =>
    database.query(
      `insert into wallet (merchant_id, remaining, first_billed_at, expires_at)
       values ($1, 0, now() - interval '1 year', now() - interval '1 day')`,
      [merchantId],
    ),
}

export const reachableKinds = Object.keys(preparations) as ReachableKind[]

/** A product with a photo and a contact, and the printed letters of one of its codes with this result. */
export async function codeOfKind(test: TestApp, kind: ReachableKind): Promise<string> {
  const { db, files } = test.services
  const { hash, ext, name } = await db.system((tx) => storeDrawing(tx, files, 'bag.jpg', photo))
  const own = await product(test, {}, [], { Material: 'Leather', imgs: [{ hash, ext, name }] })
  await test.database.query('update business set details = $2 where merchant_id = $1', [
    own.merchantId,
    { email: 'care@rimba.example', contactNo: '+60312345678' },
  ])
  const code = own.active[0]!
  await preparations[kind](test, own, code)
  const shown = kind === 'not_active' ? own.inactive : code
  if (kind === 'damaged') return shown.printed + shown.secret.slice(1)
  return kind === 'unknown' ? '0'.repeat(42) : shown.printed + shown.secret
}
