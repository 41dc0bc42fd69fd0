import { defineText, type TextKey } from '#shared/core/i18n/define-text.ts'

/** The page for a URL with an invalid part. */
export const invalidLinkText = defineText({
  enUS: {
    title: 'This address cannot be read',
    lead: 'Scan the code again, or type it in.',
    parts: 'These parts of it are wrong:',
    again: 'Check a code',
  },
  ruRU: {
    title: 'Этот адрес не удаётся прочитать',
    lead: 'Отсканируйте код ещё раз или введите его.',
    parts: 'Неверные части адреса:',
    again: 'Проверить код',
  },
})
export type InvalidLinkTextKey = TextKey<typeof invalidLinkText>
