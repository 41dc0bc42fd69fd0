import { defineText } from '#shared/core/i18n/define-text.ts'

/** A mail about several notifications. Their own texts are those of the console. */
export const notificationMailText = defineText({
  enUS: {
    subject: 'New in Assay: {{count}}',
    more: 'And more: {{more}}',
    open: 'Open Assay',
    openAlert: 'Look at the alert',
    openAlerts: 'Look at the alerts',
    caseOpenedAdvice:
      'What to do about unusual scans: look at where and when the code was scanned, compare the item if you can, and close the alert with a reason. Shoppers who scan the code read a warning until you close it as a mistake.',
    reportReceivedAdvice:
      'What to do about a report: read it and look at its photo, check the shop or place that it names, and close the alert with a reason.',
    patternFoundAdvice:
      'What to do about a pattern: look at its map and codes. If they show copies, mark all codes there at once; in any other case close the pattern with a reason. Shoppers read no warning before you mark codes.',
    change: 'Choose which emails you get: {{publicUrl}}/settings/notifications',
  },
  ruRU: {
    subject: 'Новое в Assay: {{count}}',
    more: 'И ещё: {{more}}',
    open: 'Открыть Assay',
    openAlert: 'Посмотреть предупреждение',
    openAlerts: 'Посмотреть предупреждения',
    caseOpenedAdvice:
      'Что делать с необычными проверками: посмотрите, где и когда сканировали код, по возможности сравните товар и закройте предупреждение, указав причину. Покупатели, которые сканируют код, видят предупреждение, пока вы не закроете его как ошибку.',
    reportReceivedAdvice:
      'Что делать с сообщением: прочитайте его и посмотрите фото, проверьте названный магазин или место и закройте предупреждение, указав причину.',
    patternFoundAdvice:
      'Что делать с закономерностью: посмотрите карту и коды. Если они указывают на копии, отметьте там сразу все коды, в остальных случаях закройте закономерность, указав причину. Пока коды не отмечены, покупатели предупреждения не видят.',
    change: 'Выбрать, о чём писать вам: {{publicUrl}}/settings/notifications',
  },
})
