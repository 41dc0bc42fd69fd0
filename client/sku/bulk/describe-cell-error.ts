import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import type { Translate } from '#client/core/i18n/i18n.ts'
import { purposes } from '#shared/media/contract.ts'
import { certificateTypes } from '#shared/sku/contract.ts'
import type { CellError } from '#shared/sku/product-sheet.ts'

type FaultText = { problem: string; fix: string }

/** The error of a cell, and how to correct it. */
export function faultText(fault: CellError, t: Translate<'skuBulk'>): FaultText {
  const { row, column, value, other = '', most = 0 } = fault
  const values = {
    ...{ row, column, value, other, most: formatNumber(most), types: certificateTypes.join(' / ') },
    imageSize: formatBytes(purposes.image.bytes),
    documentSize: formatBytes(purposes.certificate.bytes),
  }
  return { problem: t(`problem.${fault.problem}`, values), fix: t(`fix.${fault.problem}`, values) }
}
