import { defineText } from '#shared/core/text.ts'

export const anchoringText = defineText({ enUS: {}, ruRU: {} })
