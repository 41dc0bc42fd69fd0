import { defineQuotas } from '#shared/core/limits/quota.ts'

export const skuQuotas = defineQuotas({
  skus: {
    table: 'sku',
    max: 200_000,
    perCode: 1,
    unconfirmed: 0,
    canRemove: true,
    counted: { enUS: 'products', ruRU: 'товаров' },
  },
  skuImports: {
    table: 'sku_import',
    max: 20_000,
    unconfirmed: 0,
    counted: { enUS: 'imported product lists', ruRU: 'загруженных списков товаров' },
  },
})
