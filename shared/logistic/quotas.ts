import { defineQuotas } from '#shared/core/limits/quota.ts'

export const logisticQuotas = defineQuotas({
  shipments: {
    table: 'logistic',
    max: 200_000,
    perCode: 5,
    unconfirmed: 10,
    counted: { enUS: 'shipments (with deleted ones)', ruRU: 'отправлений (с удалёнными)' },
  },
  shipmentReports: {
    table: 'logistic_report',
    max: 50_000,
    perCode: 1,
    unconfirmed: 0,
    counted: { enUS: 'cold-chain reports', ruRU: 'отчётов о температуре' },
  },
})
