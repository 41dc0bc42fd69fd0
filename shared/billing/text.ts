import { defineText } from '#shared/core/text.ts'

export const billingText = defineText({ enUS: {}, ruRU: {} })
