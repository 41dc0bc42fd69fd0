import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { FormInput } from '#shared/form/contract.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { completeStructure } from '#shared/form/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { type EditableForm, withoutForeignSettings } from './draft.ts'

/**
 * Returns the id of the form.
 *
 * @param opened the form as it was when editing began; undefined for a new one
 */
export async function saveForm(opened: OfflineRecord<FormView> | undefined, draft: EditableForm): Promise<string> {
  const engine = requireEngine()
  const { name, custom_id_label, sections } = completeStructure(
    FormInput.parse(withoutForeignSettings(draft)),
    uuid7,
    preferences.getState().language,
  )
  const operation = { entity: formEntity, set: { name, custom_id_label, sections }, payloadV: 1 }
  if (!opened) {
    return (await engine.enqueue({ ...operation, kind: 'create' })).recordId
  }
  const update = { ...operation, kind: 'update', recordId: opened.id }
  // An update that was rejected as stale stays stale. So a save builds on the server's current form, which the user saw
  // beside their own.
  const isStale = opened.state === 'attention' && opened.ver > 0
  const theirs = isStale ? await engine.db.serverBase.get([formEntity, opened.id]) : undefined
  const seen = { ver: opened.ver, data: opened.data }
  // The server counts the revisions. Until the new one is pulled, submissions with the previous one are blocked.
  const set = { ...update.set, revision: undefined }
  await engine.enqueue({ ...update, set, seen, ...(theirs && { onto: theirs }) })
  return opened.id
}

/** Removes a form. A form that the server rejected and never stored is only removed from this device. */
export async function removeForm({ id, ver, state, opId, data }: OfflineRecord<FormView>): Promise<void> {
  const { revision } = data
  const engine = requireEngine()
  if (ver === 0 && state === 'attention' && opId) {
    await engine.discard(opId)
    return
  }
  await engine.enqueue({
    entity: formEntity,
    kind: 'remove',
    recordId: id,
    payloadV: 1,
    ...(revision !== undefined && { formRev: revision }),
  })
}
