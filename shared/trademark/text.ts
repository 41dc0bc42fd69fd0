import { defineText } from '#shared/core/text.ts'

export const trademarkText = defineText({ enUS: {}, ruRU: {} })
