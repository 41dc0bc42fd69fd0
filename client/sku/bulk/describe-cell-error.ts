import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import type { Translate } from '#client/core/i18n/i18n.ts'
import { purposes } from '#shared/media/contract.ts'
import { certificateTypes } from '#shared/sku/contract.ts'
import type { CellError } from '#shared/sku/product-sheet.ts'

type CellErrorTexts = { problem: string; fix: string }

/** The error of a cell or a row, and how to correct it. */
export function describeCellError(error: CellError, t: Translate<'skuBulk'>): CellErrorTexts {
  const { row, column, value, other = '', most = 0 } = error
  const values = {
    row,
    column,
    value,
    other,
    most: formatNumber(most),
    types: certificateTypes.join(' / '),
    imageSize: formatBytes(purposes.image.bytes),
    documentSize: formatBytes(purposes.certificate.bytes),
  }
  return { problem: t(`problem.${error.problem}`, values), fix: t(`fix.${error.problem}`, values) }
}
