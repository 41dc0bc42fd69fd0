import { describe, expect, it } from 'vitest'
import type { LooksAbroad } from './count-looks.ts'
import { type Arrival, type ComparedOrder, diversionsOf } from './diversions.ts'

const order: ComparedOrder = {
  ...{ id: 'order', merchantId: 'merchant', skuId: 'sku', home: 'DE' },
  ...{ isShipped: true, otherShipped: 3 },
}
const hanoi = { country: 'VN', lat: 21, lng: 106 }
const look = (more: Partial<LooksAbroad>): LooksAbroad => ({
  ...{ orderId: 'order', state: 'after', shipment: 'one', looks: 30, days: 6, addresses: ['a'] },
  ...hanoi,
  ...more,
})
const berlin: Arrival = { identifier: 'S-1', country: 'DE', lat: 52.5, lng: 13.4 }
const arrived = new Map([['one', { ...berlin, country: 'FR', lat: 48.9, lng: 2.4 }]])
const find = (looks: LooksAbroad[], more: Partial<ComparedOrder> = {}, arrivals = arrived) =>
  diversionsOf({ ...order, ...more }, looks, arrivals).map(({ facts }) => facts)

describe('diversionsOf', () => {
  it('tells of a delivered shipment whose codes are mostly scanned in a country far away', () => {
    expect(find([look({}), look({ country: 'FR', lat: 48, lng: 2, looks: 4 })])).toEqual([
      { kind: 'diverted', shipment: 'S-1', country: 'VN', looks: 30, destination: 'FR', looksAtDestination: 4 },
    ])
  })

  it.each([
    ['most looks are where it arrived', [look({}), look({ country: 'FR', looks: 31 })]],
    ['the looks are near', [look({ country: 'BE', lat: 50.8, lng: 4.4 })]],
    ['there are few', [look({ looks: 19 })]],
    ['they came on few days', [look({ days: 4 })]],
    ['it is on its way', [look({ state: 'way' })]],
    ['the brand is in that country', [look({ country: 'DE', lat: 52, lng: 13 })]],
  ])('says nothing when %s', (_, looks) => {
    expect(find(looks)).toEqual([])
  })

  it('says nothing about a delivered shipment without a known destination', () => {
    expect(find([look({})], {}, new Map())).toEqual([])
  })

  it('tells of looks abroad before the goods left, and of an order that was never shipped', () => {
    const early = [
      look({ state: 'early', looks: 6, days: 3 }),
      look({ state: 'early', country: 'TH', looks: 5, days: 2 }),
    ]
    expect(find(early)).toEqual([{ kind: 'early', countries: ['VN', 'TH'], looks: 11, days: 3, neverShipped: false }])
    const never = [look({ state: 'none', shipment: null, looks: 12 })]
    expect(find(never, { isShipped: false })).toMatchObject([{ kind: 'early', neverShipped: true }])
    // Brands that do not record shipments, and codes of a shipped order whose shipment nobody entered.
    expect(find(never, { isShipped: false, otherShipped: 2 })).toEqual([])
    expect(find(never)).toEqual([])
    expect(find([look({ state: 'early', country: 'DE' })])).toEqual([])
  })
})
