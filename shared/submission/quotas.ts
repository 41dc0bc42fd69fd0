import { defineQuotas } from '#shared/core/limits/quota.ts'

export const submissionQuotas = defineQuotas({
  submissions: {
    table: 'submission',
    max: 1_000_000,
    perCode: 10,
    unconfirmed: 10,
    counted: { enUS: 'submissions (with deleted ones)', ruRU: 'заполненных форм (с удалёнными)' },
  },
})
