import { defineText } from '#shared/core/i18n/define-text.ts'

/** The texts of the result PDF for shoppers. */
export const resultPdfText = defineText({
  enUS: {
    title: 'Verification result',
    at: 'Checked at',
    code: 'Code',
    product: 'Product',
    brand: 'Brand',
    codeRecord: 'Record of the code',
    limits:
      'This page repeats what Assay showed for the code at that time. It describes the code and its scan history, not the item itself.',
  },
  ruRU: {
    title: 'Результат проверки',
    at: 'Проверено',
    code: 'Код',
    product: 'Товар',
    brand: 'Производитель',
    codeRecord: 'Запись о коде',
    limits:
      'Эта страница повторяет то, что Assay показал по коду в указанное время. Она описывает код и историю его сканирований, а не сам товар.',
  },
})
