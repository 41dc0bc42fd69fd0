import { expect } from 'vitest'
import { brokenInvariants } from './database/invariants.ts'
import type { FieldPhone } from './field-phone.ts'
import type { TestApp } from './harness.ts'

/** Sends until the server has acknowledged everything. */
export async function sendUntilAcknowledged(phone: FieldPhone, attempts = 50): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ended = await phone.drain()
    if (!ended?.stop && (await phone.db.outbox.count()) === 0) return
  }
  expect(await phone.db.outbox.toArray()).toEqual([])
}

/** What phones saved took effect once each and nothing else did; whoever has caught up sees what the server has. */
export async function expectExactlyOnce(world: TestApp, phones: readonly FieldPhone[]): Promise<void> {
  const { merchantId } = phones[0]!.person
  const rowsOf = async (text: string) => (await world.database.query(text, [merchantId])).rows
  const saved = phones.flatMap((phone) => [...phone.saved])
  const idsOf = (entity: string, kind?: string) =>
    saved
      .filter(([, op]) => op.entity === entity && (!kind || op.kind === kind))
      .map(([opId]) => opId)
      .toSorted()

  const ledger = await rowsOf('select op_id as id, status from sync_op where merchant_id = $1 order by op_id')
  expect(ledger.filter(({ status }) => status !== 'applied' && status !== 'merged')).toEqual([])
  expect(ledger.map(({ id }) => id)).toEqual(saved.map(([opId]) => opId).toSorted())
  const effects = await rowsOf('select op_id as id from thing_effect where merchant_id = $1 order by op_id')
  expect(effects.map(({ id }) => id)).toEqual(idsOf('thing'))

  const submissions = await rowsOf('select count(*)::int as n from submission where merchant_id = $1')
  expect(submissions[0].n).toBe(idsOf('submission', 'create').length)
  // The trail is only added to: an effect that happened twice would be in it twice.
  const trail = await rowsOf(`
    select action, count(*)::int as n from audit_entry, jsonb_object_keys(data -> 'records')
    where merchant_id = $1 and action like 'submission.%' and data ? 'records' group by action order by action`)
  expect(trail).toEqual([
    { action: 'submission.create', n: idsOf('submission', 'create').length },
    { action: 'submission.update', n: idsOf('submission', 'update').length },
  ])
  await expectSameRecords(rowsOf, phones)
  expect(await brokenInvariants(world)).toEqual({})
}

async function expectSameRecords(rowsOf: (text: string) => Promise<unknown[]>, phones: readonly FieldPhone[]) {
  for (const entity of ['thing', 'submission']) {
    const there = await rowsOf(`select id, ver from ${entity} where merchant_id = $1 order by id`)
    for (const phone of phones) {
      await phone.drain()
      const here = await phone.db.records.where('entity').equals(entity).sortBy('id')
      expect(here.map(({ id, ver }) => ({ id, ver }))).toEqual(there)
    }
  }
}
