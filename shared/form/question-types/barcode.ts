import type { QuestionType } from './question-type.ts'

/** The content of a barcode or QR code: scanned with the camera or a hardware scanner, or typed. */
export const barcodeType = {
  label: { enUS: 'Barcode or QR code', ruRU: 'Штрихкод или QR-код' },
  maxLength: 500,
} satisfies QuestionType
