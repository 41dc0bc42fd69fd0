import { defineText } from '#shared/core/text.ts'

export const businessText = defineText({ enUS: {}, ruRU: {} })
