import { defineQuotas } from '#shared/core/limits/quota.ts'

export const syncQuotas = defineQuotas({
  fieldFiles: {
    table: 'sync_blob',
    max: 50_000,
    perCode: 2,
    unconfirmed: 0,
    counted: { enUS: 'files sent with records', ruRU: 'файлов, отправленных с записями' },
  },
  unfinishedFiles: {
    max: 500,
    unconfirmed: 0,
    counted: { enUS: 'files that arrived in part', ruRU: 'не полностью загруженных файлов' },
  },
  devices: {
    table: 'sync_device',
    max: 100_000,
    unconfirmed: 0,
    counted: { enUS: 'devices that send records', ruRU: 'устройств, отправляющих записи' },
  },
})
