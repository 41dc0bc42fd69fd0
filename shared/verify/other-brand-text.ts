import { defineText } from '#shared/core/i18n/define-text.ts'

export const otherBrandText = defineText({
  enUS: {
    title: 'This code belongs to another brand',
    lead: 'This website shows only codes of its own brand. The official address of this code is {{host}}. Check the item there.',
    open: 'Check at {{host}}',
  },
  ruRU: {
    title: 'Этот код принадлежит другой марке',
    lead: 'Этот сайт показывает только коды своей марки. Официальный адрес этого кода: {{host}}. Проверьте товар там.',
    open: 'Проверить на {{host}}',
  },
})
