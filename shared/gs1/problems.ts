import { defineProblems } from '#shared/core/api/problem.ts'

export const gs1Problems = defineProblems('gs1', {
  syntax: {
    status: 400,
    enUS: 'This is no GS1 Digital Link: after /01/ comes a GTIN with 14 digits, then at most a variant (22), a lot (10) and a serial number (21)',
    ruRU: 'Это не GS1 Digital Link: после /01/ идут 14 цифр GTIN, затем при наличии вариант (22), партия (10) и серийный номер (21)',
  },
  noProduct: { status: 404, enUS: 'No product has the GTIN {{gtin}} here', ruRU: 'Товара с GTIN {{gtin}} здесь нет' },
  noLink: {
    status: 404,
    enUS: 'The product has no link of the type {{type}}',
    ruRU: 'У товара нет ссылки вида {{type}}',
  },
})
