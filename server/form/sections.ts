import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#server/core/db/database.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { and, eq, isNull } from '#server/core/drizzle/orm.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import {
  type Form,
  type FormSection,
  formProblems,
  maxSections,
  type SectionInput,
  type SectionUpdate,
} from '#shared/form/contract.ts'
import { completeStructure } from '#shared/form/rules.ts'
import { findForm, lockForms, updateForms } from './service.ts'
import { formPart } from './table.ts'

type Section = FormSection & { formId: string; revision: number }

export async function findSection(tx: Tx, merchantId: string, id: string): Promise<Section> {
  return sectionOf(await formOf(tx, merchantId, id), id)
}

/** Adds a section at the end of the current revision. A section that was sent before is returned as it is stored. */
export async function addSection(tx: Tx, merchantId: string, formId: string, input: SectionInput): Promise<Section> {
  await lockForms(tx, merchantId)
  const { sections, revision } = await findForm(tx, merchantId, formId)
  const id = input.id ?? randomUUID()
  const existing = sections.find((section) => section.id === id)
  if (existing && !isSame(existing, input)) throw new Problem(coreProblems.idTaken)
  if (!existing) {
    if (sections.length >= maxSections) throw new Problem(formProblems.tooMany, { most: maxSections })
    const longer = [...sections, { ...input, id, sequence: sections.length + 1 }]
    singleResult(await updateForms(tx, merchantId, [{ id: formId, revision, sections: longer }]))
  }
  return findSection(tx, merchantId, id)
}

/** Whether a section was created from this input. Parts whose ids the server generated never match. */
function isSame(stored: FormSection, input: SectionInput): boolean {
  const parts = { name: '', custom_id_label: '', sections: [{ ...input, name: input.name || stored.name }] }
  const made = omit(completeStructure(parts, randomUUID).sections[0]!, 'sequence')
  return isDeepStrictEqual(made, omit(stored, 'sequence'))
}

export async function updateSection(
  tx: Tx,
  merchantId: string,
  id: string,
  { revision, ...change }: SectionUpdate,
): Promise<Section> {
  await lockForms(tx, merchantId)
  const { id: formId, sections } = await formOf(tx, merchantId, id)
  const section = sections.find((one) => one.id === id)!
  const index = Math.max(change.sequence ?? section.sequence, 1) - 1
  const changed = sections
    .filter((one) => one !== section)
    .map((one): SectionInput => one)
    .toSpliced(index, 0, changedSection(section, change))
    .map((one) => ({ ...one, sequence: undefined }))
  singleResult(await updateForms(tx, merchantId, [{ id: formId, revision, sections: changed }]))
  return findSection(tx, merchantId, id)
}

function changedSection(
  section: FormSection,
  { name, sensors, questions }: Omit<SectionUpdate, 'revision'>,
): SectionInput {
  return {
    ...section,
    name: name ?? section.name,
    sensors: sensors ?? section.sensors,
    questions: questions ?? section.questions,
  }
}

/** Returns the form that contained the section, with its new revision. */
export async function removeSection(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ formId: string; revision: number }> {
  await lockForms(tx, merchantId)
  const { id: formId, revision, sections } = await formOf(tx, merchantId, id)
  const remaining = sections.filter((section) => section.id !== id)
  const { version } = singleResult(await updateForms(tx, merchantId, [{ id: formId, revision, sections: remaining }]))
  return { formId, revision: version }
}

/** The form whose current revision contains the section. */
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
