import { defineQuotas } from '#shared/core/limits/quota.ts'

export const brandHostQuotas = defineQuotas({
  brandHosts: {
    table: 'brand_host',
    max: 5,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'custom domains', ruRU: 'своих доменов' },
  },
})
