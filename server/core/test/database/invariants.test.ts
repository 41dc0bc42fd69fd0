import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { createMerchantData } from '#server/core/test/merchant-data.ts'
import { brokenInvariants, type Invariant } from './invariants.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  for (let i = 0; i < 2; i++) await createMerchantData(world, await world.approvedMerchant({ credit: 100 }))
})
afterAll(() => world.close())

/** Runs without triggers, policies and foreign keys, to write rows that a missing check would allow. */
const runWithoutTriggers = (text: string) =>
  world.database.query(`set local session_replication_role = replica; ${text}`)
const one = (table: string) => `ctid = (select min(ctid) from ${table})`
const active = `address = (select min(address::text)::uuid from activation)`

const planted: [Invariant, harm: string, undo: string][] = [
  [
    'a wallet is the sum of its ledger, and what orders took of it is used',
    `update wallet set remaining = remaining + 1`,
    `update wallet set remaining = remaining - 1`,
  ],
  [
    'an order costs its quantity',
    `update ledger_entry set delta = delta - 1 where kind = 'order'; update wallet set remaining = remaining - 2, used = used + 2`,
    `update ledger_entry set delta = delta + 1 where kind = 'order'; update wallet set remaining = remaining + 2, used = used - 2`,
  ],
  [
    'the credit of a withdrawn order is refunded',
    `insert into ledger_entry (merchant_id, kind, delta, order_id) select merchant_id, 'order', -1, gen_random_uuid() from wallet;
     update wallet set remaining = remaining - 1, used = used + 1`,
    `delete from ledger_entry where delta = -1; update wallet set remaining = remaining + 1, used = used - 1`,
  ],
  [
    'an order is done exactly when all its codes exist',
    `update code_order set state = 'running' where state = 'done'`,
    `update code_order set state = 'done' where state = 'running'`,
  ],
  [
    'the counter of an order counts its codes, numbered without a gap',
    `update code set serial_no = serial_no + 10 where serial_no = 3`,
    `update code set serial_no = serial_no - 10 where serial_no = 13`,
  ],
  [
    'a code belongs to an order of its merchant and begins with its order prefix',
    `update code_order set prefix = decode(reverse(encode(prefix, 'hex')), 'hex') where state = 'done'`,
    `update code_order set prefix = decode(reverse(encode(prefix, 'hex')), 'hex') where state = 'done'`,
  ],
  [
    'the activated counter of an order counts its active codes',
    `update code_order set activated = activated + 1 where state = 'done'; update code_total set activated = activated + 1`,
    `update code_order set activated = activated - 1 where state = 'done'; update code_total set activated = activated - 1`,
  ],
  [
    'the codes of all orders of a merchant are counted',
    `update code_total set generated = generated + 1`,
    `update code_total set generated = generated - 1`,
  ],
  [
    'the active codes of each block of an order are counted',
    `update code_block set activated = activated + 1`,
    `update code_block set activated = activated - 1`,
  ],
  [
    'a batch is active as a whole when it is done, and not at all before',
    `update activation set idx = idx + 1`,
    `update activation set idx = idx - 1`,
  ],
  [
    'a waiting code waits once and is not active yet',
    `insert into activation_batch (merchant_id, identifier, quantity, addresses)
       select merchant_id, 'twice', 1, addresses from activation_batch`,
    `delete from activation_batch where identifier = 'twice'`,
  ],
  [
    'a done batch has one commitment of its size on its way to the chain, and a payload for each of its products',
    `update anchor_commitment set size = size + 1`,
    `update anchor_commitment set size = size - 1`,
  ],
  [
    'a final anchoring names bytes that were signed for it',
    `insert into anchor_job (commitment_id, chain, state, winner)
      select id, 'catapult', 'FINAL', 'never signed' from anchor_commitment limit 1`,
    `delete from anchor_job where winner = 'never signed'`,
  ],
  [
    'the revision of a form is its newest one, and revisions are numbered without a gap',
    `update form set revision = revision + 1`,
    `update form set revision = revision - 1`,
  ],
  [
    'an answer belongs to the form of its submission',
    `update form_part set form_id = gen_random_uuid() where datatype = 'string'`,
    `update form_part p set form_id = f.id from form f where f.merchant_id = p.merchant_id`,
  ],
  [
    'a unique answer is marked as one exactly while its submission is there',
    `update submission_answer set is_unique = false where value = 'N-1'`,
    `update submission_answer set is_unique = true where value = 'N-1'`,
  ],
  [
    'a shipment counts its codes, which are its merchant’s own',
    `update logistic set quantity = quantity + 1`,
    `update logistic set quantity = quantity - 1`,
  ],
  [
    'a code is on its way exactly while its shipment is neither delivered nor removed',
    `update logistic_item set is_open = false`,
    `update logistic_item set is_open = true`,
  ],
  [
    'a package counts its codes and cases, and a code is packed until its case is taken apart',
    `update pack set quantity = quantity + 1`,
    `update pack set quantity = quantity - 1`,
  ],
  [
    'a case is on a pallet that contains it and is not taken apart',
    `update pack set pallet_id = id`,
    `update pack set pallet_id = null`,
  ],
  [
    'each quota count equals the stored rows',
    `update quota_count set n = n + 1 where name = 'forms'`,
    `update quota_count set n = n - 1 where name = 'forms'`,
  ],
  [
    'every table of merchants is guarded by row policies, against its owner too, but for those that COPY uses',
    `alter table wallet no force row level security`,
    `alter table wallet force row level security`,
  ],
  [
    'the root of a commitment follows from its payloads and codes',
    `update payload set bytes = bytes || '\\x20', digest = sha256(bytes || '\\x20')`,
    `update payload set bytes = rtrim(bytes, '\\x20'), digest = sha256(rtrim(bytes, '\\x20'))`,
  ],
  [
    'every audit entry follows from the one before',
    `update audit_entry set action = action || '?' where ${one('audit_entry')}`,
    `update audit_entry set action = rtrim(action, '?')`,
  ],
]

test('finds no violation in data written by the application [CO09]', async () => {
  expect(await brokenInvariants(world)).toEqual({})
})

test.each(planted)('detects a violation: %s [CO09]', async (sentence, harm, undo) => {
  await runWithoutTriggers(harm)
  const broken = await brokenInvariants(world).finally(() => runWithoutTriggers(undo))
  expect(Object.keys(broken)).toEqual([sentence])
  expect(await brokenInvariants(world)).toEqual({})
})

test('detects an activation without a code [CO09]', async () => {
  await runWithoutTriggers(`delete from code where ${active}`)
  expect(Object.keys(await brokenInvariants(world))).toContain('an active code exists and is its own merchant’s')
})
