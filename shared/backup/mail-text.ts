import { defineText } from '#shared/core/i18n/define-text.ts'

/** The mail to administrators about a backup that failed. */
export const backupMailText = defineText({
  enUS: {
    subject: 'The backup failed',
    failed: 'The last backup was not completed: {{reason}}',
    last: 'The last complete backup has the data of {{at}} (UTC).',
    none: 'There is no complete backup.',
    open: 'Open the page of the backups',
  },
  ruRU: {
    subject: 'Резервная копия не создана',
    failed: 'Последнее резервное копирование не завершено: {{reason}}',
    last: 'Последняя полная резервная копия содержит данные на {{at}} (UTC).',
    none: 'Полной резервной копии нет.',
    open: 'Открыть страницу резервных копий',
  },
})
