import { defineQuotas } from '#shared/core/limits/quota.ts'

/** The places of a status list. */
export const statusListLength = 131_072

export const passportQuotas = defineQuotas({
  passports: {
    table: 'passport',
    max: 200_000,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'product passports', ruRU: 'паспортов товаров' },
  },
  passportItems: {
    table: 'passport_item',
    max: 1_000_000,
    unconfirmed: 0,
    counted: {
      enUS: 'items with passport values of their own',
      ruRU: 'экземпляров с собственными значениями паспорта',
    },
  },
  passportVersions: {
    table: 'passport_version',
    max: statusListLength,
    unconfirmed: 0,
    counted: { enUS: 'published versions of product passports', ruRU: 'опубликованных версий паспортов' },
  },
})
