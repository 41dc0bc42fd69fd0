// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { openOfflineDatabase } from '#client/core/offline/database/open.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { discardOperation } from '#client/core/offline/outbox/discard.ts'
import { enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { offline, type SyncState } from '#client/core/offline/read/queries.ts'
import { createSubmission, updateSubmission } from '#client/submission/save.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import type { SubmissionView } from '#shared/submission/record.ts'
import { removeForm, saveForm } from './save.ts'

const owner = {
  userId: '0193a000-0000-7000-8000-000000000001',
  merchantId: '0193a000-0000-7000-8000-000000000009',
}
const id = '0193a000-0000-7000-8000-000000000005'
const form = { name: 'Tea', custom_id_label: 'Batch', sections: [], revision: 3 }
const head = { date: '2026-11-21T08:00:00.000Z', custom_id: 'B-1' }

/** A device with a form that was changed on it. */
async function changedForm() {
  const db = await openOfflineDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = { now: () => Date.now() }
  const engine = {
    db,
    enqueue: (draft) => enqueue(db, owner, clock, draft),
    discard: (opId) => discardOperation(db, clock, opId),
  } as OfflineEngine
  offline.setState({ engine })
  onTestFinished(() => {
    offline.setState({ engine: undefined })
    db.close()
  })
  await db.records.put({ entity: formEntity, id, ver: 3, gen: 0, data: form })
  await saveForm({ id, ver: 3, data: form, state: 'sent' }, { ...form, name: 'Green tea' })
  const [change] = await db.outbox.toArray()
  return {
    db,
    change: change!,
    async begin(state: SyncState) {
      const { data } = (await db.records.get([formEntity, id]))!
      await createSubmission({ id, ver: 3, data: data as FormView, state, opId: change!.opId }, head)
      return (await db.outbox.orderBy('at').last())!
    },
  }
}

test('uses the upcoming form revision for a submission before and after the acknowledgement [FO01 SU01]', async () => {
  const { change, begin } = await changedForm()
  expect(change.patch.revision).toEqual({ from: 3 })
  const waiting = await begin('waiting')
  expect([waiting.formRev, waiting.patch.formRevision, waiting.deps]).toEqual([undefined, undefined, [change.opId]])
  // The push was acknowledged, but the form is not pulled yet.
  const answered = await begin('sent')
  expect([answered.formRev, answered.patch.formRevision, answered.deps]).toEqual([undefined, undefined, []])
})

test('uses the server’s form for a submission when the change of the form was rejected [FO01 SU01]', async () => {
  const { begin } = await changedForm()
  expect(await begin('attention')).toMatchObject({ formRev: 3, patch: { formRevision: { to: 3 } } })
})

test('makes a submission of a form that was changed twice wait for the last change [FO01 SU01]', async () => {
  const { db, begin } = await changedForm()
  await db.meta.put({ key: 'maybeSent', value: { at: 1 } })
  const { data } = (await db.records.get([formEntity, id]))!
  await saveForm({ id, ver: 3, data: data as FormView, state: 'waiting' }, { ...form, name: 'Black tea' })
  const [, last] = await db.outbox.orderBy('at').toArray()
  expect((await begin('waiting')).deps).toEqual([last!.opId])
})

test('replaces a stale form in place, makes its submissions wait, and uses the server’s form [FO01 SU01]', async () => {
  const { db, change, begin } = await changedForm()
  const submission = await begin('waiting')
  await db.outbox.update(change.at, { state: 'attention', rejection: { code: 'form.stale', message: '' } })
  await db.serverBase.put({ entity: formEntity, id, ver: 4, gen: 0, data: { ...form, revision: 4, name: 'Theirs' } })
  const { data } = (await db.records.get([formEntity, id]))!
  const stale = { id, ver: 4, data: data as FormView, state: 'attention' as const, opId: change.opId }
  await saveForm(stale, { ...form, name: 'Green tea' })
  const [corrected, waiting] = await db.outbox.orderBy('at').toArray()
  expect(corrected).toMatchObject({
    supersedes: change.opId,
    replaces: [change.opId],
    baseVer: 4,
    state: 'ready',
    patch: { name: { from: 'Theirs', to: 'Green tea' }, revision: { from: 4, to: undefined } },
  })
  expect(waiting).toMatchObject({ opId: submission.opId, deps: [change.opId] })
})

test('keeps the changes of both tabs when they change different parts of a form [FO01]', async () => {
  const { db } = await changedForm()
  await db.meta.put({ key: 'maybeSent', value: { at: 1 } })
  await saveForm({ id, ver: 3, data: form, state: 'sent' }, { ...form, custom_id_label: 'Lot' })
  expect((await db.records.get([formEntity, id]))!.data).toMatchObject({ name: 'Green tea', custom_id_label: 'Lot' })
  expect((await db.outbox.orderBy('at').last())!.patch).not.toHaveProperty('name')
})

test('sends no operation when a form that was never created is deleted [FO01]', async () => {
  const { db } = await changedForm()
  await db.outbox.clear()
  await saveForm(undefined, form)
  const [made] = await db.outbox.toArray()
  await db.outbox.update(made!.at, { state: 'attention', rejection: { code: 'core.idTaken', message: '' } })
  const refused = { id: made!.recordId, ver: 0, data: form, state: 'attention' as const, opId: made!.opId }
  await removeForm(refused)
  expect(await db.outbox.count()).toBe(0)
})

test('does not send the identifier when only the date changes [SU02]', async () => {
  const { db } = await changedForm()
  await db.outbox.clear()
  const data = { formId: id, formRevision: 3, ...head } as SubmissionView
  await updateSubmission({ id, ver: 1, data, state: 'sent' }, { ...head, date: '2026-11-22T08:00:00.000Z' })
  expect(Object.keys((await db.outbox.toArray())[0]!.patch)).toEqual(['date'])
})
