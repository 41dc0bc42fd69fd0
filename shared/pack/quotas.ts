import { defineQuotas } from '#shared/core/limits/quota.ts'

export const packQuotas = defineQuotas({
  packs: {
    table: 'pack',
    max: 200_000,
    perCode: 1,
    unconfirmed: 10,
    counted: { enUS: 'packages (with those taken apart)', ruRU: 'упаковок (с разобранными)' },
  },
})
