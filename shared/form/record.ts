import type { Form, FormStructure } from './contract.ts'

/** The name of form templates on devices. */
export const formEntity = 'form'

/**
 * A form template as devices store it. An update contains whole fields and is rejected when another user changed the
 * form meanwhile (`form.stale`).
 */
export type FormRecord = Pick<Form, 'name' | 'custom_id_label' | 'sections' | 'createdAt'> & {
  /** 0 until the server has assigned one. */
  revision: number
  /** Earlier revisions by their number, for the submissions that were created with them. */
  revisions: Readonly<Record<string, FormStructure>>
  /** Removed from the list. Its submissions still need it. */
  removedAt?: string
}

/** A form as a device sees it. Fields of the server are missing until it has answered. */
export type FormView = FormStructure & Partial<Pick<FormRecord, 'createdAt' | 'revision' | 'revisions' | 'removedAt'>>

/**
 * The structure of a form at a revision.
 *
 * @param view the form with the unsent changes of the device
 * @param server the form as the server has it, if it differs
 * @param revision undefined if the submission was created with the unsent form
 */
export function structureAt(view: FormView | undefined, server: FormView | undefined, revision: number | undefined) {
  const earlier = revision === undefined ? undefined : (view ?? server)?.revisions?.[revision]
  return earlier ?? (revision !== undefined && server?.revision === revision ? server : (view ?? server))
}
