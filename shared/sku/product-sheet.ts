import type { ShapeProblem } from '#shared/core/row-problems.ts'
import { type GtinProblem, maxGivenGtin, readGtin } from '#shared/gs1/gtin.ts'
import { type BulkError, type BulkSku, bulkLengths, type FileChoice } from './bulk-contract.ts'
import { certificateTypes, skuLengths } from './contract.ts'

const five = [1, 2, 3, 4, 5] as const
const numbered = (name: string) => five.map((k) => `${name}_${k}`)

/** The columns of the template, in its order. A file can have them in any order, and additional ones. */
export const sheetColumns: readonly string[] = [
  'Name',
  'SKU',
  'Trademark',
  ...numbered('Custom_Field_Key'),
  ...numbered('Custom_Field_Value'),
  ...numbered('Image_Name'),
  ...numbered('Certificate_Name'),
  ...numbered('Certificate_Type'),
  'GTIN',
]
export const requiredColumns = ['Name', 'SKU', 'Trademark'] as const
/** Maximum lengths, by column or kind of cell. */
const maxLengths = {
  Name: skuLengths.name,
  SKU: skuLengths.sku,
  Trademark: bulkLengths.trademark,
  key: skuLengths.key,
  value: skuLengths.value,
  file: bulkLengths.file,
  GTIN: maxGivenGtin,
}

/**
 * A row of the file: `row` is its number in the spreadsheet, the cells are keyed by the column names of the template. `problem`
 * is one of the whole row, or of the cell in `column`.
 */
export type SheetRow = {
  row: number
  cells: Readonly<Record<string, string>>
  problem?: { kind: ShapeProblem; column?: string }
}
type CellProblem =
  | BulkError['problem']
  | ShapeProblem
  | GtinProblem
  | 'required'
  | 'tooLong'
  | 'keyMissing'
  | 'keyTwice'
  | 'typeMissing'
  | 'nameMissing'
/** An error of one cell, or of a row if `column` is empty; `other` is the column that requires it, `most` the maximum length. */
export type CellError = {
  row: number
  column: string
  problem: CellProblem
  value: string
  other?: string
  most?: number
  choices?: readonly FileChoice[]
}

/** The sendable part of a row, and its errors found without the server. */
type ParsedProductRow = { input: BulkSku | undefined; errors: CellError[]; places: Places }
/** The columns behind the images and certificates of the input. */
type Places = { images: string[]; certificates: { name: string; type: string }[] }

/** Invalid parts are omitted from the input, so that the server can validate the rest of the row in the same run. */
export function parseProductRow({ row, cells, problem }: SheetRow): ParsedProductRow {
  const errors: CellError[] = []
  // The other cells of a row whose shape is damaged may be those of other columns.
  if (problem) {
    const { kind, column = '' } = problem
    const error = { row, column, problem: kind, value: cells[column] ?? '' }
    return { input: undefined, errors: [error], places: { images: [], certificates: [] } }
  }
  const cell = (column: string) => cells[column] ?? ''
  const addCellError = (column: string, problem: CellProblem, rest: Partial<CellError> = {}) =>
    errors.push({ row, column, problem, value: cell(column), ...rest })
  const within = (column: string, letters: number) => {
    if (cell(column).length <= letters) return true
    addCellError(column, 'tooLong', { most: letters })
    return false
  }
  for (const column of requiredColumns) if (cell(column) === '') addCellError(column, 'required')
  const sendable =
    requiredColumns.filter((column) => cell(column) !== '' && within(column, maxLengths[column])).length === 3

  const gtin = cell('GTIN') !== '' && within('GTIN', maxLengths.GTIN) ? readGtin(cell('GTIN')) : { gtin: null }
  if ('problem' in gtin) addCellError('GTIN', gtin.problem)

  const sku_details: Record<string, string> = {}
  for (const k of five) {
    const [key, value] = [`Custom_Field_Key_${k}`, `Custom_Field_Value_${k}`]
    if (cell(value) === '') continue
    if (cell(key) === '') addCellError(key, 'keyMissing', { other: value })
    else if (Object.hasOwn(sku_details, cell(key))) addCellError(key, 'keyTwice')
    else if (within(key, maxLengths.key) && within(value, maxLengths.value)) sku_details[cell(key)] = cell(value)
  }
  const places: Places = { images: [], certificates: [] }
  for (const column of numbered('Image_Name')) {
    if (cell(column) !== '' && within(column, maxLengths.file)) places.images.push(column)
  }
  for (const k of five) {
    const [name, type] = [`Certificate_Name_${k}`, `Certificate_Type_${k}`]
    if (cell(name) === '' && cell(type) === '') continue
    if (cell(name) === '') addCellError(name, 'nameMissing', { other: type })
    else if (cell(type) === '') addCellError(type, 'typeMissing', { other: name })
    else if (!certificateTypes.some((known) => known === cell(type))) addCellError(type, 'certificateType')
    else if (within(name, maxLengths.file)) places.certificates.push({ name, type })
  }
  const input: BulkSku = {
    name: cell('Name'),
    sku: cell('SKU'),
    gtin: 'gtin' in gtin ? gtin.gtin : null,
    trademark: cell('Trademark'),
    details: { sku_details, sku_details_order: Object.keys(sku_details) },
    images: places.images.map(cell),
    certificates: places.certificates.map(({ name, type }) => ({ name: cell(name), type: cell(type) })),
  }
  return { input: sendable ? input : undefined, errors, places }
}

/** The cell in which the server found an error. */
export function cellErrorOf({ row, cells }: SheetRow, { places }: ParsedProductRow, error: BulkError): CellError {
  const column = columnOf(places, error)
  const { problem, choices } = error
  return { row, column, problem, value: cells[column] ?? error.value, ...(choices && { choices }) }
}

function columnOf({ images, certificates }: Places, { problem, place = 0 }: BulkError): string {
  if (problem === 'trademark') return 'Trademark'
  if (problem === 'gtinTaken' || problem === 'gtinDuplicate') return 'GTIN'
  if (problem === 'image' || problem === 'severalImages') return images[place] ?? 'Image_Name_1'
  if (problem === 'certificate' || problem === 'severalCertificates')
    return certificates[place]?.name ?? 'Certificate_Name_1'
  if (problem === 'certificateType') return certificates[place]?.type ?? 'Certificate_Type_1'
  return 'SKU'
}
