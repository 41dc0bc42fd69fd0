import { defineQuotas } from '#shared/core/limits/quota.ts'

export const epcisQuotas = defineQuotas({
  reportedEvents: {
    table: 'epcis_captured',
    max: 200_000,
    perCode: 1,
    unconfirmed: 0,
    counted: { enUS: 'events reported by partners', ruRU: 'событий от партнёров' },
  },
  reportedThings: {
    table: 'epcis_captured_thing',
    max: 2_000_000,
    perCode: 5,
    unconfirmed: 0,
    counted: { enUS: 'things in events reported by partners', ruRU: 'объектов в событиях от партнёров' },
  },
})
