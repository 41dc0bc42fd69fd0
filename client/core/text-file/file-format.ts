import { utf16Encoding } from './utf16.ts'

/** Files that are often renamed to .csv, and others that are no text. */
const fileFormats = [
  'xlsx',
  'ods',
  'numbers',
  'xls',
  'pdf',
  'html',
  'xml',
  'rtf',
  'json',
  'picture',
  'zip',
  'binary',
] as const
export type FileFormat = (typeof fileFormats)[number]

const starts: readonly (readonly [FileFormat, readonly number[]])[] = [
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['zip', [0x1f, 0x8b]],
  ['zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['zip', [0x52, 0x61, 0x72, 0x21]],
]
const markups: readonly (readonly [FileFormat, RegExp])[] = [
  ['html', /^\s*<(?:!doctype html|html|head|body|table|meta|!--)/i],
  ['xml', /^\s*<\?xml/i],
  ['rtf', /^\{\\rtf/],
  ['json', /^\s*[{[]\s*["{[]/],
]
const sampleBytes = 4096

/** The format of a file that is no plain text; undefined for text. */
export function fileFormatOf(bytes: Uint8Array): FileFormat | undefined {
  const begins = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (begins([0x50, 0x4b, 0x03, 0x04])) return zippedFormat(bytes)
  const found = starts.find(([, start]) => begins(start))
  if (found) return found[0]
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, sampleBytes)).replace(/^\u00ef\u00bb\u00bf|\0/g, '')
  return markups.find(([, pattern]) => pattern.test(head))?.[0] ?? (isBinary(bytes) ? 'binary' : undefined)
}

/** Office files are archives. The names of their parts are readable at the beginning and in the directory at the end. */
function zippedFormat(bytes: Uint8Array): FileFormat {
  const decoder = new TextDecoder('latin1')
  const names = decoder.decode(bytes.subarray(0, 65_536)) + decoder.decode(bytes.subarray(-65_536))
  if (names.includes('opendocument.spreadsheet')) return 'ods'
  if (names.includes('xl/workbook') || names.includes('xl/worksheets')) return 'xlsx'
  return names.includes('Index/Document.iwa') || names.includes('Index/Tables') ? 'numbers' : 'zip'
}

/** Text has no control characters besides tabs, line ends and those of Japanese mail. In UTF-16 they are halves of letters. */
function isBinary(bytes: Uint8Array): boolean {
  if (utf16Encoding(bytes)) return false
  const sample = bytes.subarray(0, sampleBytes)
  const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)
  return sample.filter(isControl).length * 20 > sample.length
}
