import { defineQuotas } from '#shared/core/limits/quota.ts'

export const webhookQuotas = defineQuotas({
  webhooks: {
    table: 'webhook',
    max: 10,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'webhooks', ruRU: 'веб-хуков' },
  },
})
