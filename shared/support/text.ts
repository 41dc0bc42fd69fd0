import { defineText } from '#shared/core/text.ts'

export const supportText = defineText({ enUS: {}, ruRU: {} })
