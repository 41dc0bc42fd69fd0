import { defineQuotas } from '#shared/core/limits/quota.ts'

export const formQuotas = defineQuotas({
  forms: {
    table: 'form',
    max: 5_000,
    unconfirmed: 0,
    counted: { enUS: 'form templates (with deleted ones)', ruRU: 'шаблонов форм (с удалёнными)' },
  },
  formRevisions: {
    table: 'form_revision',
    max: 50_000,
    unconfirmed: 0,
    counted: {
      enUS: 'versions of form templates (with those of deleted ones)',
      ruRU: 'версий шаблонов форм (с версиями удалённых)',
    },
  },
})
