import { defineText } from '#shared/core/text.ts'

export const activationText = defineText({ enUS: {}, ruRU: {} })
