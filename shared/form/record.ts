import type { Form, Structure } from './contract.ts'

/** What devices call a form template. */
export const formEntity = 'form'

/**
 * A form template as devices keep it. An update names whole fields of it and is refused where somebody changed the form
 * meanwhile (`form.stale`).
 */
export type FormRecord = Pick<Form, 'name' | 'custom_id_label' | 'sections' | 'createdAt'> & {
  /** 0 until the server has counted. */
  revision: number
  /** Earlier revisions by their number: submissions keep the one that they were begun with. */
  revisions: Readonly<Record<string, Structure>>
}
