import { defineProblems } from '#shared/core/api/problem.ts'

export const passportProblems = defineProblems('passport', {
  noDraft: {
    status: 409,
    enUS: 'This SKU has no passport yet. Fill it in and save it first.',
    ruRU: 'У этого артикула ещё нет паспорта. Сначала заполните и сохраните его.',
  },
  noGtin: {
    status: 409,
    enUS: 'Enter the GTIN of this SKU first: it is part of the address of its passport.',
    ruRU: 'Сначала укажите GTIN артикула: он входит в адрес паспорта.',
  },
  unapproved: {
    status: 409,
    enUS: 'A passport can be published when your business and the trademark of this SKU are approved.',
    ruRU: 'Паспорт можно опубликовать, когда одобрены ваша компания и товарный знак артикула.',
  },
  noVersion: { status: 404, enUS: 'This version of the passport was not found', ruRU: 'Такой версии паспорта нет' },
  syntax: {
    status: 400,
    enUS: 'The address of a passport is /dpp/01/ and a GTIN with 14 digits',
    ruRU: 'Адрес паспорта — /dpp/01/ и GTIN из 14 цифр',
  },
  none: {
    status: 404,
    enUS: 'There is no product passport for the GTIN {{gtin}} here',
    ruRU: 'Паспорта товара с GTIN {{gtin}} здесь нет',
  },
  keyNeeded: {
    status: 401,
    enUS: 'These data points need an API key of the brand with the scope {{scope}}. Ask the brand for one.',
    ruRU: 'Для этих сведений нужен API-ключ бренда с областью {{scope}}. Попросите его у бренда.',
  },
  foreignKey: {
    status: 403,
    enUS: 'This API key belongs to another brand. Use one that the brand of this passport gave you, or none.',
    ruRU: 'Этот API-ключ — другого бренда. Возьмите ключ, который дал бренд этого паспорта, или читайте без ключа.',
  },
  noIssuer: { status: 404, enUS: 'Nobody issues product passports here', ruRU: 'Паспорта товаров здесь не выдаются' },
})
