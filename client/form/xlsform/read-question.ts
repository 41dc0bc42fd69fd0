import { type EditableQuestion, newQuestion } from '#client/form/draft.ts'
import { maxNoteLength } from '#shared/form/question-types/note.ts'
import { questionTypeOf } from '#shared/form/question-types/registry.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { ImportNote } from './notes.ts'
import { applyOwnSettings } from './own-settings.ts'
import type { ReadingForm } from './reading-form.ts'
import { cellOf, type WorkbookRow } from './sheets.ts'
import type { RowType } from './types.ts'

const isYes = (text: string) => /^(yes|true|true\(\)|1|required)$/i.test(text)
const isNo = (text: string) => /^(no|false|false\(\)|0|)$/i.test(text)
const reference = /\$\{[^}]+\}/

/** A question from a row of the survey. `groups` are the conditions of the groups around it. */
export function questionOf(
  form: ReadingForm,
  row: WorkbookRow,
  type: Extract<RowType, { kind: 'question' | 'calculate' }>,
  groups: readonly string[],
): EditableQuestion {
  const note = (reason: ImportNote['reason'], column: string, text: string) =>
    form.note({ reason, sheet: 'survey', row: row.row, column, text })
  const given = cellOf(row, 'name')
  const label = form.textOf(row, 'label')
  const key = given === '' ? undefined : form.keyOf(given)
  if (key !== undefined && key !== given) note('renamed', 'name', key)
  if (reference.test(label)) note('reference', 'label', label)
  if (label === '' && type.kind === 'question') note('noLabel', 'label', given)
  const question: EditableQuestion = {
    id: uuid7(),
    ...newQuestion,
    name: form.cut(label || given, 200, { sheet: 'survey', row: row.row, column: 'label' }),
    ...(key !== undefined && { key }),
  }
  form.place(question.id, row)
  const hint = form.cut(form.textOf(row, 'hint'), 500, { sheet: 'survey', row: row.row, column: 'hint' })
  if (hint) question.hint = hint
  const calculation = form.expressionOf(row, 'calculation')
  if (calculation) question.calculation = calculation
  if (type.kind === 'calculate') {
    question.hideResult = true
    if (!calculation) note('type', 'type', 'calculate')
  } else readType(form, row, type, question)
  readRules(form, row, question, groups)
  if (cellOf(row, 'assay')) applyOwnSettings(question, cellOf(row, 'assay'))
  return question
}

function readType(
  form: ReadingForm,
  row: WorkbookRow,
  { datatype, list, whole, hasOther }: Extract<RowType, { kind: 'question' }>,
  question: EditableQuestion,
): void {
  const note = (reason: ImportNote['reason'], column: string, text: string) =>
    form.note({ reason, sheet: 'survey', row: row.row, column, text })
  question.datatype = datatype
  if (whole) question.whole = true
  if (list !== undefined) question.options = form.optionsOf(list, row)
  if (hasOther) note('orOther', 'type', cellOf(row, 'type'))
  if (cellOf(row, 'choice_filter')) note('choiceFilter', 'choice_filter', cellOf(row, 'choice_filter'))
  const label = form.textOf(row, 'label')
  if (questionTypeOf(question).isNote && label.length > 200) question.note = label.slice(0, maxNoteLength)
}

function readRules(form: ReadingForm, row: WorkbookRow, question: EditableQuestion, groups: readonly string[]): void {
  const required = cellOf(row, 'required')
  if (isYes(required)) question.required = true
  else if (!isNo(required)) {
    const requiredIf = form.expressionOf(row, 'required')
    if (requiredIf) question.requiredIf = requiredIf
  }
  const constraint = form.expressionOf(row, 'constraint')
  if (constraint) question.constraint = constraint
  const message = form.cut(form.textOf(row, 'constraint_message'), 200, {
    sheet: 'survey',
    row: row.row,
    column: 'constraint_message',
  })
  if (message && constraint) question.constraintMessage = message
  const own = form.expressionOf(row, 'relevant')
  const conditions = [...groups, ...(own ? [own] : [])]
  const expression = conditions.length > 1 ? conditions.map((one) => `(${one})`).join(' and ') : conditions[0]
  if (expression) question.showIf = { expression }
  const initial = initialOf(question, cellOf(row, 'default'))
  if (initial) question.initial = initial
  else if (cellOf(row, 'default')) {
    form.note({ reason: 'default', sheet: 'survey', row: row.row, column: 'default', text: cellOf(row, 'default') })
  }
}

function initialOf(question: EditableQuestion, text: string): EditableQuestion['initial'] {
  const isDate = question.datatype === 'date'
  if (/^\$\{last-saved#[^}]+\}$/.test(text)) return { from: 'last' }
  if (text === 'today()') return isDate ? { from: 'today' } : undefined
  if (text === 'now()') return isDate || question.datatype === 'time' ? { from: 'now' } : undefined
  const value = text.replace(/^'([^']*)'$|^"([^"]*)"$/, '$1$2')
  if (value === '' || questionTypeOf(question).problem?.(question, value) || /[(${]/.test(value)) return undefined
  return { from: 'value', value }
}
