import type { EditableSection } from '#client/form/draft.ts'
import { variableFor } from '#client/form/rules/variables.ts'
import { maxKeyLength } from '#shared/form/contract.ts'
import type { ExpressionSetting } from '#shared/form/expression-issues.ts'
import { type AnswerOption, maxOptionLength, maxOptions } from '#shared/form/question-types/options.ts'
import type { ImportNote } from './notes.ts'
import { cellOf, type Workbook, type WorkbookRow, type WorkbookSheet } from './sheets.ts'
import { fromXPath } from './xpath.ts'

const columnsOfSettings: Readonly<Record<ExpressionSetting, string>> = {
  key: 'name',
  showIf: 'relevant',
  calculation: 'calculation',
  constraint: 'constraint',
  requiredIf: 'required',
}
/** Columns that are read. Others are named in the report if they contain something. */
const known = {
  survey: [
    ...['type', 'name', 'label', 'hint', 'required', 'relevant', 'constraint', 'constraint_message', 'calculation'],
    ...['default', 'choice_filter', 'assay', 'readonly', 'read_only'],
  ],
  choices: ['list_name', 'name', 'label'],
  settings: ['form_title', 'form_id', 'version', 'default_language', 'assay'],
}

/** Options of lists, by the name of the list. */
type Lists = ReadonlyMap<string, readonly WorkbookRow[]>

export const choicesOf = ({ choices }: Workbook): Lists =>
  Map.groupBy(choices?.rows ?? [], (row) => cellOf(row, 'list_name'))

/** The language of the texts that are taken: the default one of the form, otherwise the first one. Empty without languages. */
export function formLanguageOf({ survey }: Workbook, chosen = ''): string {
  const languages = languagesOf(survey)
  const isChosen = (language: string) => language === chosen || language.replace(/\s*\(.*\)$/, '') === chosen
  return languages.find(isChosen) ?? (survey?.columns.includes('label') ? '' : (languages[0] ?? ''))
}

const languagesOf = (sheet: WorkbookSheet | undefined) => [
  ...new Set(sheet?.columns.filter((name) => name.startsWith('label::')).map((name) => name.slice(7)) ?? []),
]

/** The state of an import: the names that were given, and the notes about what was not taken. */
export class ReadingForm {
  readonly #lists: Lists
  readonly #language: string
  readonly #notes: ImportNote[] = []
  readonly #keys = new Map<string, string>()
  readonly #rows = new Map<string, WorkbookRow>()

  constructor(lists: Lists, language: string) {
    this.#lists = lists
    this.#language = language
  }

  note(note: ImportNote): void {
    this.#notes.push(note)
  }

  sortedNotes(): ImportNote[] {
    return this.#notes.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0))
  }

  /** The text of a cell in the language of the form. */
  textOf({ cells }: WorkbookRow, column: string): string {
    return cells[`${column}::${this.#language}`] ?? cells[column] ?? ''
  }

  /** A text with at most so many characters. */
  cut(text: string, most: number, place: Pick<ImportNote, 'sheet' | 'row' | 'column'>): string {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line.length <= most) return line
    this.note({ ...place, reason: 'long', text: line })
    return line.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  }

  /** The variable of a name: names with `-` or `.` get another one. */
  keyOf = (name: string): string => {
    const before = this.#keys.get(name)
    if (before !== undefined) return before
    const key = variableFor(name, new Set(this.#keys.values()))
    const own = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && name.length <= maxKeyLength - 4 ? name : key
    this.#keys.set(name, [...this.#keys.values()].includes(own) ? key : own)
    return this.#keys.get(name)!
  }

  /** Keeps where a question came from, for later notes about it. */
  place(questionId: string, row: WorkbookRow): void {
    this.#rows.set(questionId, row)
  }

  expressionOf(row: WorkbookRow, column: string): string | undefined {
    const text = row.cells[column]
    if (!text) return undefined
    const result = fromXPath(text, this.keyOf)
    if ('expression' in result) return result.expression
    this.note({ reason: 'expression', sheet: 'survey', row: row.row, column, text: result.unknown })
    return undefined
  }

  noteFault(questionId: string, setting: ExpressionSetting, detail: string): void {
    const row = this.#rows.get(questionId)
    const column = columnsOfSettings[setting]
    const text = detail || (row?.cells[column] ?? '')
    this.note({ reason: 'fault', sheet: 'survey', row: row?.row, column, text })
  }

  /** The options of a list, with ids that answers can have. */
  optionsOf(list: string, asking: WorkbookRow): AnswerOption[] {
    const rows = this.#lists.get(list) ?? []
    if (rows.length === 0) {
      this.note({ reason: 'noList', sheet: 'survey', row: asking.row, column: 'type', text: list })
      return [{ id: 'option', name: '…' }]
    }
    const options: AnswerOption[] = []
    for (const row of rows.slice(0, maxOptions)) {
      const name = cellOf(row, 'name')
      const id = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 40) || `option_${row.row}`
      const label = this.cut(this.textOf(row, 'label') || name, maxOptionLength, {
        sheet: 'choices',
        row: row.row,
        column: 'label',
      })
      const place = { sheet: 'choices', row: row.row, column: 'name', text: name } as const
      if (options.some((one) => one.id === id)) this.#noteOnce({ ...place, reason: 'optionTwice' })
      else {
        if (id !== name) this.#noteOnce({ ...place, reason: 'optionId' })
        const isNamed = options.some((one) => one.name === label)
        options.push({ id, name: isNamed ? `${label} (${id})` : label })
      }
    }
    return options
  }

  /** A list can be used by several questions. */
  #noteOnce(note: ImportNote): void {
    const isSame = (one: ImportNote) => one.reason === note.reason && one.sheet === note.sheet && one.row === note.row
    if (!this.#notes.some(isSame)) this.note(note)
  }

  /** Columns with something that is not taken, and the languages besides the one that is. */
  noteColumns(workbook: Workbook): void {
    for (const sheet of ['survey', 'choices', 'settings'] as const) {
      const { columns = [] } = workbook[sheet] ?? {}
      for (const column of new Set(columns)) {
        const [name = '', ...language] = column.split('::')
        const isKnown = known[sheet].includes(name)
        const note = { sheet, row: undefined, column, text: column }
        if (!isKnown) this.note({ ...note, reason: 'column' })
        else if (language.length > 0 && language.join('::') !== this.#language)
          this.note({ ...note, reason: 'language' })
      }
    }
  }

  /** Conditions on options name a question by its variable until all questions are read. */
  resolveReferences(sections: readonly EditableSection[]): void {
    const all = sections.flatMap(({ questions }) => questions)
    const ids = new Map([...this.#rows].map(([id, row]) => [cellOf(row, 'name'), id]))
    for (const question of all) {
      const { showIf } = question
      if (!showIf || !('question' in showIf)) continue
      const id = ids.get(showIf.question)
      if (id) question.showIf = { ...showIf, question: id }
      else delete question.showIf
    }
  }
}
