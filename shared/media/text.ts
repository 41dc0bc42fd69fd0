import { defineText } from '#shared/core/text.ts'

export const mediaText = defineText({ enUS: {}, ruRU: {} })
