import { kB, MB } from '#shared/core/limits/limits.ts'
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
    max: 2_048 * MB,
    perCode: 10 * kB,
    unconfirmed: 2_048 * MB,
    isBytes: true,
    counted: { enUS: "MB of photos in shoppers' reports", ruRU: 'МБ фотографий в сообщениях покупателей' },
  },
})
