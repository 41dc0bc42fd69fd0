import { defineText } from '#shared/core/text.ts'

export const authText = defineText({ enUS: {}, ruRU: {} })
