import { defineText } from '#shared/core/i18n/define-text.ts'

/** The page without a code, for search engines. Apart from text.ts, so that the bundle of the page stays small. */
export const entryText = defineText({
  enUS: {
    description: 'Scan or type the code on a product to see what is known about it.',
  },
  ruRU: {
    description: 'Отсканируйте или введите код товара, чтобы узнать, что о нём известно.',
  },
})
