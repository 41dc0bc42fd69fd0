/** The words of an invoice. */
export const invoiceText = {
  enUS: {
    title: 'Invoice',
    date: 'Date',
    billTo: 'Bill to',
    registrationNo: 'Registration number',
    items: 'Items',
    trial: 'Free trial',
    codes: 'Codes',
    total: 'Total',
    questions: 'Questions',
  },
  ruRU: {
    title: 'Счёт',
    date: 'Дата',
    billTo: 'Плательщик',
    registrationNo: 'Регистрационный номер',
    items: 'Позиции',
    trial: 'Пробный период',
    codes: 'Коды',
    total: 'Итого',
    questions: 'Вопросы',
  },
} as const
