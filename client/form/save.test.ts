// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { capture } from '#client/core/offline/capture.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { openDatabase } from '#client/core/offline/open.ts'
import { offline, type SavedState } from '#client/core/offline/records.ts'
import { createSubmission } from '#client/submission/save.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { saveForm } from './save.ts'

const owner = {
  userId: '0193a000-0000-7000-8000-000000000001',
  merchantId: '0193a000-0000-7000-8000-000000000009',
}
const id = '0193a000-0000-7000-8000-000000000005'
const form = { name: 'Tea', custom_id_label: 'Batch', sections: [], revision: 3 }
const head = { date: '2026-11-21T08:00:00.000Z', custom_id: 'B-1' }

/** A device with a form that was changed on it. */
async function changedForm() {
  const db = await openDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = { now: () => Date.now() }
  offline.setState({ engine: { db, capture: (draft) => capture(db, owner, clock, draft) } as Offline })
  onTestFinished(() => {
    offline.setState({ engine: undefined })
    db.close()
  })
  await db.records.put({ entity: formEntity, id, ver: 3, gen: 0, data: form })
  await saveForm({ id, ver: 3, data: form, state: 'sent' }, { ...form, name: 'Green tea' })
  const [change] = await db.outbox.toArray()
  return {
    change: change!,
    async begin(state: SavedState) {
      const { data } = (await db.records.get([formEntity, id]))!
      await createSubmission({ id, ver: 3, data: data as FormView, state, opId: change!.opId }, head)
      return (await db.outbox.orderBy('at').last())!
    },
  }
}

test('FO01 SU01 a submission of a changed form takes the revision that the change gets, before and after it was answered', async () => {
  const { change, begin } = await changedForm()
  expect(change.patch.revision).toEqual({ from: 3 })
  const waiting = await begin('waiting')
  expect([waiting.formRev, waiting.patch.formRevision, waiting.deps]).toEqual([undefined, undefined, [change.opId]])
  // The answer is there, the form is not pulled yet.
  const answered = await begin('sent')
  expect([answered.formRev, answered.patch.formRevision, answered.deps]).toEqual([undefined, undefined, []])
})

test('FO01 SU01 a submission of a form whose change was refused is begun with what the server has', async () => {
  const { begin } = await changedForm()
  expect(await begin('attention')).toMatchObject({ formRev: 3, patch: { formRevision: { to: 3 } } })
})
