import { defineQuotas } from '#shared/core/limits/quota.ts'

export const insightsQuotas = defineQuotas({
  insightsViews: {
    table: 'insights_view',
    max: 5_000,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'saved views', ruRU: 'сохранённых видов' },
  },
})
