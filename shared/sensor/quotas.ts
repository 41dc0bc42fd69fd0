import { defineQuotas } from '#shared/core/limits/quota.ts'

export const sensorQuotas = defineQuotas({
  sensors: { table: 'sensor', max: 10_000, unconfirmed: 0, counted: { enUS: 'sensors', ruRU: 'датчиков' } },
  readings: {
    table: 'sensor_reading',
    max: 100_000_000,
    perCode: 100,
    unconfirmed: 0,
    counted: { enUS: 'readings of sensors', ruRU: 'показаний датчиков' },
  },
})
