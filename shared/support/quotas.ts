import { defineQuotas } from '#shared/core/limits/quota.ts'

export const supportQuotas = defineQuotas({
  supportMessages: {
    table: 'support_message',
    max: 5_000,
    unconfirmed: 5,
    counted: { enUS: 'messages to support', ruRU: 'сообщений в поддержку' },
  },
})
