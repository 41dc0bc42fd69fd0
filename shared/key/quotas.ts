import { defineQuotas } from '#shared/core/limits/quota.ts'

export const keyQuotas = defineQuotas({
  apiKeys: {
    table: 'api_key',
    max: 50,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'API keys', ruRU: 'API-ключей' },
  },
})
