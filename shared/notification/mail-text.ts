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
      'What to do about unusual scans: look at where and when the code was scanned, compare the item if you can, and close the alert with a reason. Until then, shoppers who scan the code read a warning.',
    reportReceivedAdvice:
      'What to do about a report: read it and look at its photo, check the shop or place that it names, and close the alert with a reason.',
    patternFoundAdvice:
      'What to do about a pattern: look at its map and codes. If these are copies, mark all of the codes at once; otherwise close the pattern with a reason. Until then, shoppers read no warning because of it.',
    change: 'Choose which emails you get: {{publicUrl}}/settings/notifications',
  },
  ruRU: {
    subject: 'Новое в Assay: {{count}}',
    more: 'И ещё: {{more}}',
    open: 'Открыть Assay',
    openAlert: 'Посмотреть предупреждение',
    openAlerts: 'Посмотреть предупреждения',
    caseOpenedAdvice:
      'Что делать с необычными проверками: посмотрите, где и когда сканировали код, по возможности сравните товар и закройте предупреждение, указав причину. До этого покупатели, которые сканируют код, видят предупреждение.',
    reportReceivedAdvice:
      'Что делать с сообщением: прочитайте его и посмотрите фото, проверьте названный магазин или место и закройте предупреждение, указав причину.',
    patternFoundAdvice:
      'Что делать с закономерностью: посмотрите карту и коды. Если это копии, отметьте все коды сразу, иначе закройте закономерность, указав причину. До этого покупатели предупреждения о ней не видят.',
    change: 'Выбрать, о чём писать вам: {{publicUrl}}/settings/notifications',
  },
})
