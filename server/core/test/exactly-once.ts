import { expect } from 'vitest'
import { brokenInvariants } from './database/invariants.ts'
import type { FieldDevice } from './field-device.ts'
import type { TestApp } from './harness.ts'

/** Syncs until the server has acknowledged all operations. */
export async function sendUntilAcknowledged(device: FieldDevice, attempts = 50): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ended = await device.sync()
    if (!ended?.stop && (await device.db.outbox.count()) === 0) return
  }
  expect(await device.db.outbox.toArray()).toEqual([])
}

/**
 * Expects that each saved operation took effect once, that no other operation did, and that the devices have the same records
 * as the server.
 */
export async function expectExactlyOnce(world: TestApp, devices: readonly FieldDevice[]): Promise<void> {
  const { merchantId } = devices[0]!.person
  const rowsOf = async (text: string) => (await world.database.query(text, [merchantId])).rows
  const saved = devices.flatMap((device) => [...device.saved])
  const idsOf = (entity: string, kind?: string) =>
    saved
      .filter(([, op]) => op.entity === entity && (!kind || op.kind === kind))
      .map(([opId]) => opId)
      .toSorted()

  const ledger = await rowsOf(`
    select op_id as id, status from sync_op where merchant_id = $1
    union all select unnest(op_ids), 'applied' from sync_op_compact where merchant_id = $1 order by id`)
  expect(ledger.filter(({ status }) => status !== 'applied' && status !== 'merged')).toEqual([])
  expect(ledger.map(({ id }) => id)).toEqual(saved.map(([opId]) => opId).toSorted())
  const effects = await rowsOf('select op_id as id from thing_effect where merchant_id = $1 order by op_id')
  expect(effects.map(({ id }) => id)).toEqual(idsOf('thing'))

  const submissions = await rowsOf('select count(*)::int as n from submission where merchant_id = $1')
  expect(submissions[0].n).toBe(idsOf('submission', 'create').length)
  // The audit trail is append-only: an operation that took effect twice has two entries.
  const audited = await rowsOf(`
    select action, count(*)::int as n from audit_entry, jsonb_object_keys(data -> 'records')
    where merchant_id = $1 and action like 'submission.%' and data ? 'records' group by action order by action`)
  expect(audited).toEqual([
    { action: 'submission.create', n: idsOf('submission', 'create').length },
    { action: 'submission.update', n: idsOf('submission', 'update').length },
  ])
  await expectSameRecords(rowsOf, devices)
  expect(await brokenInvariants(world)).toEqual({})
}

async function expectSameRecords(rowsOf: (text: string) => Promise<unknown[]>, devices: readonly FieldDevice[]) {
  for (const entity of ['thing', 'submission']) {
    const onServer = await rowsOf(`select id, ver from ${entity} where merchant_id = $1 order by id`)
    for (const device of devices) {
      await device.sync()
      const onDevice = await device.db.records.where('entity').equals(entity).sortBy('id')
      expect(onDevice.map(({ id, ver }) => ({ id, ver }))).toEqual(onServer)
    }
  }
}
