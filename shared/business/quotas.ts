import { defineQuotas } from '#shared/core/limits/quota.ts'

export const businessQuotas = defineQuotas({
  merchantKeys: {
    table: 'merchant_key',
    max: 100,
    unconfirmed: 0,
    counted: { enUS: 'signing keys (with withdrawn ones)', ruRU: 'ключей подписи (с отозванными)' },
  },
})
