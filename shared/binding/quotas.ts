import { defineQuotas } from '#shared/core/limits/quota.ts'

export const bindingQuotas = defineQuotas({
  bindings: {
    table: 'binding',
    max: 200_000,
    perCode: 1,
    unconfirmed: 10,
    counted: { enUS: 'lists of bound codes', ruRU: 'списков привязанных кодов' },
  },
})
