import { defineText } from '#shared/core/i18n/define-text.ts'

export const anchoringText = defineText({
  enUS: {
    catapult: 'Catapult',
    bitcoin: 'Bitcoin',
    SUCCESS: 'Verified',
    PENDING: 'Pending Attestation',
    FAILED: 'Failed',
    UNKNOWN: 'Unknown',
  },
  ruRU: {
    catapult: 'Catapult',
    bitcoin: 'Bitcoin',
    SUCCESS: 'Подтверждено',
    PENDING: 'Ожидает подтверждения',
    FAILED: 'Не удалось',
    UNKNOWN: 'Неизвестно',
  },
})
