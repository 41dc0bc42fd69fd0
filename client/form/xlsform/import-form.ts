import { type EditableForm, type EditableSection, withoutForeignSettings } from '#client/form/draft.ts'
import { maxQuestions } from '#shared/form/contract.ts'
import { expressionIssues } from '#shared/form/expression-issues.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { ImportNote } from './notes.ts'
import { applyOwnSettings, ownFormSettings } from './own-settings.ts'
import { questionOf } from './read-question.ts'
import { choicesOf, formLanguageOf, ReadingForm } from './reading-form.ts'
import { cellOf, type Workbook, type WorkbookRow } from './sheets.ts'
import { rowTypeOf } from './types.ts'

export type ImportedForm = { draft: EditableForm; notes: ImportNote[] }

/** A group or repeat that is open at a row, with the condition on which it is asked. */
type OpenGroup = { row: WorkbookRow; condition: string | undefined }

/** A form from the sheets of an XLSForm, and what could not be taken. Nothing is stored. */
export function importForm(workbook: Workbook, fileName: string): ImportedForm {
  const { survey, settings } = workbook
  const head = settings?.rows[0] ?? { row: 0, cells: {} }
  const form = new ReadingForm(choicesOf(workbook), formLanguageOf(workbook, cellOf(head, 'default_language')))
  form.noteColumns(workbook)
  const name = (cellOf(head, 'form_title') || fileName.replace(/\.xlsx$/i, '')).slice(0, 120)
  const sections: EditableSection[] = []
  const open: OpenGroup[] = []
  for (const row of survey?.rows ?? []) {
    const label = form.textOf(row, 'label')
    const type = rowTypeOf(cellOf(row, 'type'), label !== '')
    const note = (reason: ImportNote['reason'], column: string, text: string) =>
      form.note({ reason, sheet: 'survey', row: row.row, column, text })
    if (type.kind === 'begin') {
      const condition = form.expressionOf(row, 'relevant')
      if (type.repeats) note('repeat', 'type', label || cellOf(row, 'name'))
      else if (open.length > 0) note('nested', 'type', label || cellOf(row, 'name'))
      if (open.length === 0)
        sections.push(
          sectionOf(form.cut(label || cellOf(row, 'name'), 200, { sheet: 'survey', row: row.row, column: 'label' })),
        )
      const own = cellOf(row, 'assay')
      if (own && open.length === 0) applyOwnSettings(sections.at(-1)!, own)
      open.push({ row, condition })
    } else if (type.kind === 'end') {
      open.pop()
      // What follows is outside of all groups.
      if (open.length === 0) sections.push(sectionOf(''))
    } else if (type.kind === 'metadata' || type.kind === 'unknown') {
      if (Object.keys(row.cells).length > 0) {
        note(type.kind === 'unknown' ? 'type' : 'metadata', 'type', cellOf(row, 'type') ?? label)
      }
    } else {
      if (sections.length === 0) sections.push(sectionOf(''))
      const conditions = open.flatMap(({ condition }) => condition ?? [])
      sections.at(-1)!.questions.push(questionOf(form, row, type, conditions))
    }
  }
  for (const { row } of open) {
    form.note({ reason: 'unclosed', sheet: 'survey', row: row.row, column: 'type', text: cellOf(row, 'type') })
  }
  const filled = sections.filter(({ questions, sensors, name }) => questions.length + sensors.length > 0 || name !== '')
  const titled = filled.map((section) => ({ ...section, name: section.name || name })).flatMap(inParts)
  const draft = { name, custom_id_label: '', sections: titled, ...ownFormSettings(cellOf(head, 'assay')) }
  form.resolveReferences(draft.sections)
  withoutFaults(draft, form)
  return { draft: withoutForeignSettings(draft), notes: form.sortedNotes() }
}

const sectionOf = (name: string): EditableSection => ({ id: uuid7(), name, sensors: [], questions: [] })

/** A section with more questions than one can have becomes several. */
function inParts(section: EditableSection): EditableSection[] {
  const { questions } = section
  if (questions.length <= maxQuestions) return [section]
  return Array.from({ length: Math.ceil(questions.length / maxQuestions) }, (_, place) => ({
    ...section,
    ...(place > 0 && { id: uuid7(), sensors: [] }),
    questions: questions.slice(place * maxQuestions, (place + 1) * maxQuestions),
  }))
}

/** Removes the rules that the form could not be saved with, until none is left: a fault can follow from another. */
function withoutFaults({ sections }: EditableForm, form: ReadingForm): void {
  const questions = new Map(sections.flatMap((section) => section.questions.map((one) => [one.id, one] as const)))
  // The order of evaluation is kept for a list of sections, so each pass needs a list of its own.
  for (let found = expressionIssues(sections); found.length > 0; found = expressionIssues([...sections])) {
    for (const { questionId, setting, fault, name = '' } of found) {
      const question = questions.get(questionId)!
      // Reported already, with another fault.
      if (question[setting] === undefined) continue
      form.noteFault(questionId, setting, fault === 'unknownName' ? `\${${name}}` : name)
      delete question[setting]
    }
  }
}
