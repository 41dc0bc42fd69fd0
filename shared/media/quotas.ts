import { kilobyte, megabyte } from '#shared/core/limits/limits.ts'
import { defineQuotas } from '#shared/core/limits/quota.ts'

export const mediaQuotas = defineQuotas({
  files: {
    table: 'upload',
    max: 50_000,
    perCode: 1,
    unconfirmed: 10,
    canRemove: true,
    counted: { enUS: 'uploaded files', ruRU: 'загруженных файлов' },
  },
  fileBytes: {
    max: 10_240 * megabyte,
    perCode: 100 * kilobyte,
    unconfirmed: 20 * megabyte,
    isBytes: true,
    canRemove: true,
    counted: { enUS: 'MB of files', ruRU: 'МБ файлов' },
  },
})
