import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { type GeoSettings, openGeoLookup } from './geo-lookup.ts'

const settings = (geoipMmdb?: string, warn = vi.fn()): GeoSettings => ({ config: { geoipMmdb }, log: { warn } })
const google = { v4: '8.8.8.8', v6: '2001:4860:4860::8888' }

test('finds cities for IPv4 and IPv6 addresses, for IPv6 after the first lookup [VE09]', async () => {
  // An earlier test of this process may have loaded the IPv6 file; another address is another module.
  const fresh: typeof import('./geo-lookup.ts') = await import(`./geo-lookup.ts?${randomUUID()}`)
  const placeOf = fresh.openGeoLookup(settings())
  const known = (ip: string) => vi.waitFor(() => expect(placeOf(ip).country).toMatch(/^[A-Z]{2}$/), 20_000)
  await known(google.v4)
  expect(placeOf(`::ffff:${google.v4}`)).toEqual(placeOf(google.v4))
  expect(placeOf(google.v6)).toEqual({})
  await known(google.v6)
  expect(placeOf(google.v6)).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) })
})

test('returns no place for an invalid address, nor with a file that cannot be read, which it logs once', async () => {
  const warn = vi.fn()
  expect(openGeoLookup(settings())('no address')).toEqual({})
  const placeOf = openGeoLookup(settings('/nowhere.mmdb', warn))
  expect(placeOf(google.v4)).toEqual({})
  expect(placeOf(google.v6)).toEqual({})
  const error = { err: expect.anything(), file: '/nowhere.mmdb' }
  const words = 'GEOIP_MMDB: the city database could not be read'
  await vi.waitFor(() => expect(warn.mock.calls).toEqual([[error, words]]))
})
