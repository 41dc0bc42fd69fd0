import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/core/db.ts'
import { sole } from '#server/core/outcome.ts'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import { type Form, type FormSection, formProblems, type SectionDraft } from '#shared/form/contract.ts'
import { findForm, lockForms, updateForms } from './service.ts'
import { formPart } from './table.ts'

type Section = FormSection & { formId: string; revision: number }
type SectionChange = Omit<SectionDraft, 'id'> & { revision: number }

export async function findSection(tx: Tx, merchantId: string, id: string): Promise<Section> {
  return sectionOf(await formOf(tx, merchantId, id), id)
}

/** Adds a section at the end, whatever the form became meanwhile. */
export async function addSection(tx: Tx, merchantId: string, formId: string, draft: SectionDraft): Promise<Section> {
  await lockForms(tx, merchantId)
  const current = await findForm(tx, merchantId, formId)
  const id = draft.id ?? randomUUID()
  if (current.sections.some((section) => section.id === id)) throw new Problem(coreProblems.idTaken)
  const sections = [...current.sections, { ...draft, id, sequence: current.sections.length + 1 }]
  return saved(tx, merchantId, current, sections, id)
}

export async function updateSection(
  tx: Tx,
  merchantId: string,
  id: string,
  { revision, ...draft }: SectionChange,
): Promise<Section> {
  await lockForms(tx, merchantId)
  const current = await formOf(tx, merchantId, id)
  const sections = current.sections.map((section) =>
    section.id === id ? { ...draft, id, sequence: draft.sequence ?? section.sequence } : section,
  )
  return saved(tx, merchantId, { ...current, revision }, sections, id)
}

/** Answers the form that the section stood in, and its new revision. */
export async function removeSection(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ formId: string; revision: number }> {
  await lockForms(tx, merchantId)
  const { id: formId, revision, ...current } = await formOf(tx, merchantId, id)
  const sections = current.sections.filter((section) => section.id !== id)
  const { version } = sole(
    await updateForms(tx, merchantId, [{ id: formId, revision, draft: { ...current, sections } }]),
  )
  return { formId, revision: version }
}

async function saved(
  tx: Tx,
  merchantId: string,
  { id: formId, name, custom_id_label, revision }: Form,
  sections: SectionDraft[],
  id: string,
): Promise<Section> {
  const draft = { name, custom_id_label, sections }
  sole(await updateForms(tx, merchantId, [{ id: formId, revision, draft }]))
  return sectionOf(await findForm(tx, merchantId, formId), id)
}

/** The form in whose current revision the section stands. */
async function formOf(tx: Tx, merchantId: string, sectionId: string): Promise<Form> {
  const [part] = await tx
    .select({ formId: formPart.formId })
    .from(formPart)
    .where(and(eq(formPart.merchantId, merchantId), eq(formPart.id, sectionId), isNull(formPart.datatype)))
  if (!part) throw new Problem(formProblems.noSection)
  const found = await findForm(tx, merchantId, part.formId)
  sectionOf(found, sectionId)
  return found
}

function sectionOf({ id: formId, revision, sections }: Form, id: string): Section {
  const section = sections.find((one) => one.id === id)
  if (!section) throw new Problem(formProblems.noSection)
  return { ...section, formId, revision }
}
