import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, maxInt32 } from '#shared/core/fields/fields.ts'
import { codeFilters } from '#shared/order/contract.ts'
import { sheetNames } from './sheets.ts'

export const labelFormats = ['pdf', 'svg', 'png', 'zpl'] as const
export type LabelFormat = (typeof labelFormats)[number]

/** The most labels per file. For more, a client sends another request from the next serial number on. */
export const maxLabels = { pdf: 10_000, svg: 20_000, png: 20_000, zpl: 100_000 } as const

/** Resolutions of label printers in dots per inch. */
export const printerDpi = ['203', '300', '600'] as const
/** The largest calibration shift in millimetres. */
export const maxShift = 5

const Flag = z.enum(['true', 'false'])
const Mm = (min: number, max: number) =>
  z.coerce.number('Invalid size').min(min, 'Invalid size').max(max, 'Invalid size')

/** The chosen codes of an order; the same names as in the download of the list. */
const Range = {
  type: z.enum(codeFilters).default('all'),
  /** The first serial number. */
  from: z.coerce
    .number('Invalid amount')
    .int('Invalid amount')
    .min(1, 'Invalid amount')
    .max(maxInt32, 'Invalid amount')
    .default(1),
  limit: z.coerce
    .number('Invalid amount')
    .int('Invalid amount')
    .min(1, 'Invalid amount')
    .max(maxInt32, 'Invalid amount')
    .optional(),
}
/** The texts of a label, of which `scratch` needs an order with scratch codes, and the side of its code in mm; without `size`, the largest side that fits. */
const Content = {
  serial: Flag.default('true'),
  /** The letters of the code in groups of 4, so that people can type it. */
  code: Flag.default('true'),
  name: Flag.default('false'),
  /** The official address, at which shoppers check the code. */
  site: Flag.default('false'),
  /** The scratch code, as the last line: the printer covers it with a scratch layer. */
  scratch: Flag.default('false'),
  /** With `scratch`: also as a QR code below the letters, which the camera of the verify page and of the console reads. */
  scratchQr: Flag.default('false'),
  size: Mm(4, 150).optional(),
}

const Shift = Mm(-maxShift, maxShift).default(0)
const OnSheet = { sheet: z.enum(sheetNames), shiftX: Shift, shiftY: Shift }

export const CodeRange = z.object(Range)
export type CodeRange = z.output<typeof CodeRange>

const stream = {
  method: 'GET',
  access: 'merchant',
  scope: 'codes:read',
  answer: z.unknown(),
  perMinute: 30,
  budget: 'labels',
} as const

/** A printable PDF: the labels of an order on sheets, starting at label `start` of the first sheet. */
export const sheetRoute = {
  ...stream,
  path: '/label/sheet/:id',
  summary: 'Download the labels of an order as sheets in a PDF',
  params: ById,
  query: z.object({
    ...Range,
    ...Content,
    ...OnSheet,
    start: z.coerce.number('Invalid position').int('Invalid position').min(1, 'Invalid position').default(1),
    outline: Flag.default('false'),
  }),
} as const

export const calibrationRoute = {
  ...stream,
  path: '/label/calibration',
  summary: 'Download the outlines of a label sheet with rulers as a PDF',
  query: z.object(OnSheet),
} as const

export const imageRoute = {
  ...stream,
  path: '/label/image/:id',
  summary: 'Download the codes of an order as images in a ZIP file with a manifest',
  params: ById,
  query: z.object({ ...Range, size: Mm(4, 150).default(20), image: z.enum(['svg', 'png']) }),
} as const

export const zplRoute = {
  ...stream,
  path: '/label/zpl/:id',
  summary: 'Download the labels of an order as ZPL for a label printer',
  params: ById,
  query: z.object({
    ...Range,
    ...Content,
    width: Mm(10, 210),
    height: Mm(10, 300),
    dpi: z.enum(printerDpi).default('203'),
  }),
} as const

/** The first of the chosen codes as it will be printed. */
export const LabelSample = z
  .object({
    serial_no: z.number().int(),
    /** The serial that the item had before, which is printed instead; null without one. */
    own_serial: z.string().nullable(),
    url: z.string(),
    /** The letters of the code, which people can type. */
    letters: z.string(),
    /** Modules along a side, and the dark ones as an SVG path in units of modules. */
    modules: z.number().int(),
    path: z.string(),
    /** The letters under the scratch layer, and their QR code as a path; null without one. */
    scratch: z.string().nullable(),
    scratch_path: z.string().nullable(),
    /** The official address, as it is printed. */
    site: z.string(),
    /** Letters of the product's name that no font has: files show boxes for them. */
    missing_letters: z.array(z.string()),
  })
  .meta({ id: 'LabelSample' })
export type LabelSample = z.infer<typeof LabelSample>

export const labelContract = defineContract({
  sample: {
    method: 'GET',
    path: '/label/sample/:id',
    access: 'merchant',
    scope: 'codes:read',
    summary: 'Read the first of the selected codes and its QR code',
    params: ById,
    query: z.object({ type: Range.type, from: Range.from }),
    answer: LabelSample,
  },
})

export const labelProblems = defineProblems('label', {
  tooMany: {
    status: 400,
    enUS: 'One file holds up to {{most}} labels. Choose an amount, then continue from the next serial number.',
    ruRU: 'В одном файле не больше {{most}} этикеток. Укажите количество, затем продолжите со следующего номера.',
  },
  tooLarge: {
    status: 400,
    enUS: 'The code does not fit on the label with its quiet zone and texts',
    ruRU: 'Код с полем вокруг него и надписями не помещается на этикетке',
  },
  noScratch: {
    status: 400,
    enUS: 'This order has no scratch codes. They are chosen when codes are ordered.',
    ruRU: 'В этом заказе нет кодов под защитным слоем. Их выбирают при заказе кодов.',
  },
  noPosition: {
    status: 400,
    enUS: 'The sheet has {{most}} labels',
    ruRU: 'На листе этикеток: {{most}}',
  },
})
