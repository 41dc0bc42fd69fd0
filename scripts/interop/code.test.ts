import { describe, expect, test } from 'vitest'
import { parseList } from '#client/codes/parse.ts'
import { withRowErrors } from '#client/codes/row-errors.ts'
import { parseTypedCode } from '#client/verify/entry/parse-typed-code.ts'
import { pageTextIn } from '#client/verify/model.ts'
import codes from '#interop/code.json' with { type: 'json' }
import { splitCode } from '#server/verify/page/render.ts'
import { parseScan } from '#shared/scan/parse-scan.ts'
import { parseCode, readCode, type ScannedCode } from '#shared/verify/code/code.ts'

const page = { t: pageTextIn('enUS'), language: 'enUS' } as const

/** The list reader gets the text as the only cell of a table in UTF-8. */
function readFromList(text: string): ScannedCode | undefined {
  const file = new TextEncoder().encode(`Codes\n"${text.replaceAll('"', '""')}"\n`)
  const list = withRowErrors(parseList(file, { encoding: 'utf-8', languages: [] }))
  if (list.kind !== 'list' || list.faults.length > 0) return undefined
  return parseCode(list.rows[0]?.code)
}

/** The page gets the text as a parameter of its URL, which it shows in its printed form. */
function readByPage(text: string): ScannedCode | undefined {
  const { code, secret } = splitCode({ a: text })
  const isWhole = /^[0-9A-Z]{26}$/.test(code)
  return isWhole ? parseCode(code, secret) : undefined
}

function readTyped(text: string): ScannedCode | undefined {
  const typed = parseTypedCode(text, page)
  return 'code' in typed ? typed.code : undefined
}

function readScanned(text: string): ScannedCode | undefined {
  const scan = parseScan(text)
  return 'code' in scan ? scan.code : undefined
}

type Valid = (typeof codes.valid)[number]
/** `accepts`: a typed code needs its secret, and a row of a list has no line breaks. */
const readers = [
  { reader: 'server', read: parseCode, accepts: () => true },
  { reader: 'verify page', read: readByPage, accepts: () => true },
  { reader: 'scanner', read: readScanned, accepts: () => true },
  { reader: 'typed code', read: readTyped, accepts: ({ secret }: Valid) => secret !== null },
  { reader: 'list of codes', read: readFromList, accepts: ({ text }: Valid) => !/[\r\n]/.test(text) },
]

describe.each(readers)('$reader', ({ read, accepts }) => {
  test.each(codes.valid.filter(accepts))('reads $why [CO06]', ({ text, address, secret }) => {
    expect(read(text)).toEqual({ address, secret: secret ?? undefined })
  })

  test.each(codes.invalid)('reads no code from $why [CO06]', ({ text }) => {
    expect(read(text)).toBeUndefined()
  })
})

test.each(codes.valid.filter(({ secret }) => secret === null))(
  'typed code: asks for the secret of $why [CO06]',
  ({ text }) => {
    expect(parseTypedCode(text, page)).toEqual({ mistake: page.t('codePart') })
  },
)

test.each(codes.invalid)('names what is wrong with $why [CO06]', ({ text, damage }) => {
  expect(readCode(text)).toEqual({ damage })
})
