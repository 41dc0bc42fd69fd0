import { defineText } from '#shared/core/i18n/define-text.ts'

/** A mail about several notifications. Their own texts are those of the console. */
export const notificationMailText = defineText({
  enUS: {
    subject: 'New in Assay: {{count}}',
    more: 'And more: {{more}}',
    open: 'Open Assay',
    change: 'Choose which emails you get: {{publicUrl}}/settings/notifications',
  },
  ruRU: {
    subject: 'Новое в Assay: {{count}}',
    more: 'И ещё: {{more}}',
    open: 'Открыть Assay',
    change: 'Выбрать, о чём писать вам: {{publicUrl}}/settings/notifications',
  },
})
