import type { SheetRow } from '#shared/sku/product-sheet.ts'

/** `damaged`: a spreadsheet has probably changed the text. `similar`: `first` and `row` have SKUs that look the same. */
type SheetWarning = { row: number; column: string; value: string } & (
  | { kind: 'damaged' }
  | { kind: 'similar'; first: number; other: string }
)

const months =
  'jan|feb|mar|mär|mrz|apr|may|mai|maj|maggio|jun|jul|aug|sep|set|oct|okt|ott|nov|dec|dez|dic|déc|янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек'
/** Errors of formulas, in the languages of Excel: #NAME?, #ИМЯ?, #¡REF!, and columns that were too narrow. */
const failedFormula = /^#(?:[¡\p{Lu}]+(?:\/[\p{Lu}0])?[!?]|\p{Lu}\/\p{Lu}|NV|#{2,})$/u
const converted = [
  /^\d+(?:[.,]\d+)?e[+-]?\d+$/i,
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  /^\d{4}[./-]\d{1,2}[./-]\d{1,2}$/,
  new RegExp(`^\\d{1,4}[. /-]+(?:${months})\\p{L}*\\.?(?:[. /-]*\\d{2,4})?$`, 'iu'),
  new RegExp(`^(?:${months})\\p{L}{0,3}\\.?[. /-]+\\d{1,4}$`, 'iu'),
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|истина|ложь)$/i,
]

export function findWarnings(rows: readonly SheetRow[]): SheetWarning[] {
  const firstOf = new Map<string, { row: number; sku: string }>()
  return rows.flatMap(({ row, cells }) => {
    const warnings: SheetWarning[] = []
    for (const [column, value] of Object.entries(cells)) {
      const isIdentity = column === 'Name' || column === 'SKU'
      if (failedFormula.test(value) || (isIdentity && converted.some((pattern) => pattern.test(value)))) {
        warnings.push({ kind: 'damaged', row, column, value })
      }
    }
    const { SKU: sku = '' } = cells
    const first = firstOf.get(appearance(sku))
    if (!first) firstOf.set(appearance(sku), { row, sku })
    else if (sku !== '' && first.sku !== sku) {
      warnings.push({ kind: 'similar', row, column: 'SKU', value: sku, first: first.row, other: first.sku })
    }
    return warnings
  })
}

/** Cyrillic and Greek letters, and the Latin ones that look like them. */
const lookalikes = new Map(
  [
    'аa',
    'вb',
    'сc',
    'еe',
    'нh',
    'іi',
    'јj',
    'кk',
    'мm',
    'оo',
    'рp',
    'ѕs',
    'тt',
    'уy',
    'хx',
    'αa',
    'βb',
    'εe',
    'ηh',
    'ιi',
    'κk',
    'μm',
    'νn',
    'οo',
    'ρp',
    'τt',
    'υy',
    'χx',
    'ζz',
  ].map(([letter, latin]) => [letter!, latin!]),
)

/** What a person sees of an SKU: without case, kinds of dashes, invisible characters, and alphabets. */
function appearance(sku: string): string {
  const plain = sku
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/[\s\p{Cf}]+/gu, '')
  return [...plain].map((letter) => lookalikes.get(letter) ?? letter).join('')
}
