import { defineText } from '#shared/core/text.ts'

export const insightsText = defineText({ enUS: {}, ruRU: {} })
