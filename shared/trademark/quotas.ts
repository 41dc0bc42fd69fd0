import { defineQuotas } from '#shared/core/limits/quota.ts'

export const trademarkQuotas = defineQuotas({
  trademarks: {
    table: 'trademark',
    max: 1_000,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'trademarks', ruRU: 'товарных знаков' },
  },
})
