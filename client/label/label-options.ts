import { z } from 'zod'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import type { Translate } from '#client/core/i18n/i18n.ts'
import {
  imageRoute,
  type LabelSample,
  labelFormats,
  maxLabels,
  maxShift,
  printerDpi,
  sheetRoute,
  zplRoute,
} from '#shared/label/contract.ts'
import type { LabelText } from '#shared/label/label-text.ts'
import { largestCode, type Placement, placeLabel, type Size } from '#shared/label/layout.ts'
import { placeOnPrinter } from '#shared/label/printer-layout.ts'
import { countCodesFrom, labelsProblem } from '#shared/label/rules.ts'
import { type SheetName, sheetNames, sheets } from '#shared/label/sheets.ts'
import { codeFilters, type Order } from '#shared/order/contract.ts'
import { scratchLetters } from '#shared/verify/code/scratch-code.ts'

/** Letters of a printed code with its secret. */
const printedLetters = 42
/** Default side of an image in mm. */
const defaultCodeSide = 20

export const defaultLabelOptions: LabelOptions = {
  format: 'pdf',
  type: 'all',
  from: 1,
  sheet: 'L7160',
  start: 1,
  outline: false,
  shiftX: 0,
  shiftY: 0,
  dpi: '203',
  width: 50,
  height: 30,
  serial: true,
  code: true,
  name: false,
  site: false,
  scratch: false,
  scratchQr: false,
}

/** What all labels of an order have in common. */
export type PrintedParts = Pick<LabelSample, 'modules' | 'site'>

/** The validation rules and their messages depend on the order's numbers and the size of its codes. */
export function labelOptionsSchema(order: Order, printed: PrintedParts, t: Translate<'label'>) {
  const mm = (min: number, max: number) =>
    z.number(t('invalidSize')).min(min, t('invalidSize')).max(max, t('invalidSize'))
  const shift = z
    .number(t('invalidSize'))
    .refine((by) => Math.abs(by) <= maxShift, t('shiftTooFar', { most: maxShift }))
  const whole = z.number(t('invalidAmount')).int(t('invalidAmount')).min(1, t('invalidAmount'))
  return z
    .object({
      format: z.enum(labelFormats),
      type: z.enum(codeFilters),
      from: whole,
      amount: whole.optional(),
      sheet: z.enum(sheetNames),
      start: whole,
      outline: z.boolean(),
      shiftX: shift,
      shiftY: shift,
      dpi: z.enum(printerDpi),
      width: mm(10, 210),
      height: mm(10, 300),
      size: mm(4, 150).optional(),
      serial: z.boolean(),
      code: z.boolean(),
      name: z.boolean(),
      site: z.boolean(),
      scratch: z.boolean(),
      scratchQr: z.boolean(),
    })
    .superRefine((choice, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      const available = countCodesFrom(order, choice.type, choice.from)
      const problem = labelsProblem(choice.format, choice.amount, available)
      const most = problem === 'tooMany' ? maxLabels[choice.format] : available
      if (problem || available === 0) refuse('amount', t(problem ?? 'exceeded', { most: formatNumber(most) }))
      if (!labelPlanOf(choice, printed, order.sku?.name ?? '').placement) refuse('size', t('tooLarge'))
    })
}
export type LabelOptions = z.output<ReturnType<typeof labelOptionsSchema>>

/**
 * The layout of one label with these options; no placement when the code does not fit. `largest`: side of a code in mm.
 */
export type LabelPlan = { label: Size; largest: number; placement: Placement | undefined; text: LabelText }

export function labelPlanOf(choice: LabelOptions, printed: PrintedParts, product: string): LabelPlan {
  const { modules } = printed
  const { format, sheet, dpi, size, serial } = choice
  const text = {
    serial,
    code: choice.code ? printedLetters : 0,
    name: choice.name ? product : undefined,
    site: choice.site ? printed.site : undefined,
    ...(choice.scratch && { scratch: scratchLetters, scratchQr: choice.scratchQr }),
  }
  if (format === 'pdf') {
    const label = sheets[sheet]
    const placement = placeLabel(label, modules, text, size)
    return { label, text, largest: largestCode(label, modules, text), placement }
  }
  if (format === 'zpl') {
    const label = { width: choice.width, height: choice.height }
    const best = placeOnPrinter(label, modules, text, { dpi: Number(dpi) })
    const placement = placeOnPrinter(label, modules, text, { dpi: Number(dpi), wanted: size })
    return { label, text, largest: best?.side ?? 0, placement }
  }
  const side = size ?? defaultCodeSide
  const border = (side * 8) / modules
  const label = { width: side + border, height: side + border }
  const none = { serial: false, code: 0, name: undefined }
  return { label, text: none, largest: 150, placement: placeLabel(label, modules, none, side) }
}

/** The URL and the file name of the labels with these options. */
export function labelFile(order: Order, choice: LabelOptions): { url: string; name: string } {
  const { format, type, from, amount, size, serial, code, name, site, scratch, scratchQr, dpi, width, height } = choice
  const texts = { serial, code, name, site, scratch, scratchQr }
  const { sheet, start, outline, shiftX, shiftY } = choice
  const params = { id: order.id }
  const range = { type, from, limit: amount, size }
  const named = (end: string) => `${order.order_id}${end}`
  if (format === 'pdf') {
    const query = { ...range, ...texts, sheet, start, outline, shiftX, shiftY }
    return { url: urlOf(sheetRoute, { params, query }), name: named('.pdf') }
  }
  if (format === 'zpl') {
    const query = { ...range, ...texts, dpi, width, height }
    return { url: urlOf(zplRoute, { params, query }), name: named('.zpl') }
  }
  return { url: urlOf(imageRoute, { params, query: { ...range, image: format } }), name: named(`-${format}.zip`) }
}

export const sheetSizeText = (sheet: SheetName): string => {
  const { width, height } = sheets[sheet]
  const short = (mm: number) => formatNumber(mm, { maximumFractionDigits: 1 })
  return `${short(width)} × ${short(height)}`
}
