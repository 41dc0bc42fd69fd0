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
  passportVersions: {
    table: 'passport_version',
    max: statusListLength,
    unconfirmed: 0,
    counted: { enUS: 'published versions of product passports', ruRU: 'опубликованных версий паспортов' },
  },
})
