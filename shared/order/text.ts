import { defineText } from '#shared/core/text.ts'

export const orderText = defineText({ enUS: {}, ruRU: {} })
