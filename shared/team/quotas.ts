import { defineQuotas } from '#shared/core/limits/quota.ts'

export const teamQuotas = defineQuotas({
  invitations: {
    table: 'invitation',
    max: 50,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'open invitations', ruRU: 'открытых приглашений' },
  },
})
