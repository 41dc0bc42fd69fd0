/** The page that a shopper takes away. */
export const paperText = {
  enUS: {
    title: 'What the check showed',
    at: 'Checked',
    code: 'Code',
    product: 'Product, as the brand names it',
    limits:
      'This page repeats what Assay showed for the code at that time. It speaks of the code and its checks; it is no expert opinion on the item.',
  },
  ruRU: {
    title: 'Что показала проверка',
    at: 'Проверено',
    code: 'Код',
    product: 'Товар, как его называет производитель',
    limits:
      'Эта страница повторяет то, что Assay показал по коду в указанное время. Речь о коде и его проверках; это не экспертное заключение о товаре.',
  },
} as const
