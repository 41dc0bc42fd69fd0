import { defineText } from '#shared/core/i18n/define-text.ts'

export const anchoringText = defineText({ enUS: {}, ruRU: {} })
