import { type EditableForm, type EditableQuestion, withoutForeignSettings } from '#client/form/draft.ts'
import { variableFor } from '#client/form/rules/variables.ts'
import { omit } from '#shared/core/omit.ts'
import { importForm } from './import-form.ts'
import { ownSettingsOf } from './own-settings.ts'
import { type Workbook, workbookOf } from './sheets.ts'
import { toXPath } from './xpath.ts'

const surveyColumns = [
  ...['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', 'constraint_message', 'calculation'],
  ...['default', 'readonly', 'assay'],
] as const
type SurveyRow = { [K in (typeof surveyColumns)[number]]?: string | undefined }
export type ExportedSheet = { sheet: string; data: string[][] }

/**
 * The sheets of a form as an XLSForm. A first version is imported: what it does not reproduce goes into the column `assay`, so
 * that the second one imports as the same form.
 */
export function exportForm(draft: EditableForm): ExportedSheet[] {
  const form = withoutForeignSettings(draft)
  const names = namesOf(form)
  const { draft: imported } = importForm(asWorkbook(sheetsOf(form, names, () => undefined)), form.name)
  const own = new Map<string, string | undefined>()
  const ids = new Map(
    form.sections.flatMap(({ questions }) => questions.map(({ id }) => [id, names.get(id)!] as const)),
  )
  for (const [place, section] of form.sections.entries()) {
    const other = imported.sections[place]
    own.set(section.id, ownSettingsOf(omit(section, 'id', 'questions'), other ? omit(other, 'id', 'questions') : {}))
    for (const [at, question] of section.questions.entries()) {
      const before = { ...omit(question, 'id'), ...(question.showIf && { showIf: namedCondition(question, ids) }) }
      const after = other?.questions[at]
      own.set(question.id, ownSettingsOf(before, after ? omit(after, 'id') : {}))
    }
  }
  return sheetsOf(form, names, (id) => own.get(id))
}

/** A condition on options with the name of the question instead of its id. */
function namedCondition({ showIf }: EditableQuestion, names: ReadonlyMap<string, string>) {
  return showIf && 'question' in showIf ? { ...showIf, question: names.get(showIf.question) ?? '' } : showIf
}

/** The names of sections and questions in the file: their variables, or ones like them. */
function namesOf({ sections }: EditableForm): Map<string, string> {
  const parts = sections.flatMap((section) => [{ ...section, key: undefined }, ...section.questions])
  const taken = new Set(parts.flatMap(({ key }) => key ?? []))
  return new Map(
    parts.map(({ id, name, key }) => {
      const given = key ?? variableFor(name, taken)
      taken.add(given)
      return [id, given]
    }),
  )
}

const asWorkbook = (sheets: readonly ExportedSheet[]): Workbook => workbookOf(sheets)

function sheetsOf(
  { name, custom_id_label, sections }: EditableForm,
  names: ReadonlyMap<string, string>,
  ownOf: (id: string) => string | undefined,
): ExportedSheet[] {
  const rows = sections.flatMap((section) => [
    { type: 'begin_group', name: names.get(section.id)!, label: section.name, assay: ownOf(section.id) },
    ...section.questions.map((question) => surveyRow(question, names, ownOf(question.id))),
    { type: 'end_group' },
  ])
  const choices = sections.flatMap(({ questions }) =>
    questions.flatMap(({ id, options = [] }) => options.map((option) => [names.get(id)!, option.id, option.name])),
  )
  const settings = [name, variableFor(name, new Set()), JSON.stringify({ custom_id_label })]
  return [
    {
      sheet: 'survey',
      data: [[...surveyColumns], ...rows.map((row: SurveyRow) => surveyColumns.map((column) => row[column] ?? ''))],
    },
    { sheet: 'choices', data: [['list_name', 'name', 'label'], ...choices] },
    { sheet: 'settings', data: [['form_title', 'form_id', 'assay'], settings] },
  ]
}

function surveyRow(
  question: EditableQuestion,
  names: ReadonlyMap<string, string>,
  assay: string | undefined,
): SurveyRow {
  const { id, name, hint, required, requiredIf, calculation, constraint, constraintMessage, initial } = question
  return {
    type: typeOf(question, names.get(id)!),
    name: names.get(id)!,
    label: name,
    hint,
    required: required ? 'yes' : requiredIf && toXPath(requiredIf),
    relevant: conditionOf(question, names),
    constraint: [constraint && toXPath(constraint), ...boundsOf(question)].filter(Boolean).join(' and '),
    constraint_message: constraintMessage,
    calculation: calculation && toXPath(calculation),
    default: defaultOf(initial, names.get(id)!),
    readonly: calculation && 'yes',
    assay,
  }
}

function typeOf({ datatype, whole, hideResult }: EditableQuestion, list: string): string {
  if (hideResult) return 'calculate'
  const types: Partial<Record<string, string>> = {
    string: 'text',
    unique: 'text',
    number: whole ? 'integer' : 'decimal',
    date: 'dateTime',
    choice: `select_one ${list}`,
    choices: `select_multiple ${list}`,
    photo: 'image',
    signature: 'image',
    gps: 'geopoint',
    location: 'geopoint',
  }
  return types[datatype] ?? datatype
}

function conditionOf({ showIf }: EditableQuestion, names: ReadonlyMap<string, string>): string | undefined {
  if (!showIf) return undefined
  if ('expression' in showIf) return toXPath(showIf.expression)
  return showIf.options.map((option) => `selected(\${${names.get(showIf.question)}}, '${option}')`).join(' or ')
}

const boundsOf = ({ min, max }: EditableQuestion): string[] => [
  ...(min === undefined ? [] : [`. >= ${min}`]),
  ...(max === undefined ? [] : [`. <= ${max}`]),
]

function defaultOf(initial: EditableQuestion['initial'], name: string): string | undefined {
  switch (initial?.from) {
    case 'value':
      return initial.value
    case 'last':
      return `\${last-saved#${name}}`
    case 'today':
    case 'now':
      return `${initial.from}()`
    default:
      return undefined
  }
}

/** The bytes of the sheets as an .xlsx file. */
export async function writeWorkbook(sheets: readonly ExportedSheet[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  return write(
    sheets.map(({ sheet, data }) => ({
      sheet,
      data: data.map((row) => row.map((value) => ({ value, type: String }))),
    })),
  ).toBlob()
}
