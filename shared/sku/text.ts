import { defineText } from '#shared/core/text.ts'

export const skuText = defineText({ enUS: {}, ruRU: {} })
