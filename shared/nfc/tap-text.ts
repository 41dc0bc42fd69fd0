import { defineText } from '#shared/core/i18n/define-text.ts'

/** Texts about NFC tags for shoppers. */
export const tapText = defineText({
  enUS: {
    title: 'NFC tag',
    advice: 'This item has an NFC tag, which cannot be copied: hold your phone to it to be sure.',
  },
  ruRU: {
    title: 'NFC-метка',
    advice: 'На этом товаре есть NFC-метка, которую нельзя скопировать: поднесите к ней телефон, чтобы убедиться.',
  },
})
