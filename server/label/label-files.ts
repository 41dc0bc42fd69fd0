import { encodeQr, svgPath } from '#shared/label/qr.ts'
import { type Sheet, type SheetName, sheets } from '#shared/label/sheets.ts'
import type { Order } from '#shared/order/contract.ts'
import type { PrintedCode } from './codes.ts'
import { codeImages, type ImageFormat } from './images.ts'
import { pdfFile } from './pdf.ts'
import { calibrationPage, type SheetJob, sheetPages } from './sheet-pdf.ts'
import { zipFile } from './zip.ts'

/** A code as the path of its dark modules. `modules` is the number along a side. */
export function qrPath(url: string): { modules: number; path: string } {
  const symbol = encodeQr(url)
  return { modules: symbol.modules, path: svgPath(symbol) }
}

/** Sheets of labels as a PDF. */
export function sheetFile(title: string, codes: AsyncIterable<PrintedCode>, job: SheetJob) {
  return pdfFile(title, (paper) => sheetPages(paper, codes, job))
}

/** A PDF that shows how far a printer shifts a sheet. */
export function calibrationFile(name: SheetName, shift: { shiftX: number; shiftY: number }) {
  const sheet: Sheet = sheets[name]
  return pdfFile(name, (paper) => calibrationPage(paper, sheet, name, shift))
}

/** A ZIP with one image per code and a manifest. */
export function imageArchive(codes: AsyncIterable<PrintedCode>, order: Order, picture: ImageFormat, side: number) {
  return zipFile(codeImages(codes, order.order_id, picture, side), new Date(order.createdAt))
}
