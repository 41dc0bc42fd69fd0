import { kilobyte, megabyte } from '#shared/core/limits/limits.ts'
import { defineQuotas } from '#shared/core/limits/quota.ts'

export const verdictQuotas = defineQuotas({
  recalls: {
    table: 'recall',
    max: 10_000,
    unconfirmed: 0,
    counted: { enUS: 'recalls (with ended ones)', ruRU: 'отзывов товаров (с завершёнными)' },
  },
  /** Photos of shoppers, who need no account: they count here only, not as files of the merchant. */
  reportPhotoBytes: {
    max: 2_048 * megabyte,
    perCode: 10 * kilobyte,
    unconfirmed: 2_048 * megabyte,
    isBytes: true,
    counted: { enUS: "MB of photos in shoppers' reports", ruRU: 'МБ фотографий в сообщениях покупателей' },
  },
})
