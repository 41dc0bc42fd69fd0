import type { Form, FormStructure } from './contract.ts'

/** What devices call a form template. */
export const formEntity = 'form'

/**
 * A form template as devices store it. An update contains whole fields and is rejected when another user changed the
 * form meanwhile (`form.stale`).
 */
export type FormRecord = Pick<Form, 'name' | 'custom_id_label' | 'sections' | 'createdAt'> & {
  /** 0 until the server has counted. */
  revision: number
  /** Earlier revisions by their number: submissions keep the one that they were begun with. */
  revisions: Readonly<Record<string, FormStructure>>
  /** Taken off the list; its submissions still need it. */
  removedAt?: string
}

/** A form as a device sees it: what the server counts is missing until it has answered. */
export type FormView = FormStructure & Partial<Pick<FormRecord, 'createdAt' | 'revision' | 'revisions' | 'removedAt'>>

/**
 * The structure of a form at a revision.
 *
 * @param view the form with the device's own unsent changes
 * @param server the form as the server has it, where that is something else
 * @param revision undefined where the submission was begun with the unsent form
 */
export function structureAt(view: FormView | undefined, server: FormView | undefined, revision: number | undefined) {
  const earlier = revision === undefined ? undefined : (view ?? server)?.revisions?.[revision]
  return earlier ?? (revision !== undefined && server?.revision === revision ? server : (view ?? server))
}
