// @vitest-environment node
import { expect, test } from 'vitest'
import type { InsightsView } from '#shared/insights/view-contract.ts'
import { comparisonOf, filtersOf, searchOf, standardView, withView } from './view-params.ts'

const skuId = '0193a000-0000-7000-8000-0000000000a1'
const today = '2026-11-24'
const readBack = (search: string): InsightsView => {
  const params = new URLSearchParams(search)
  return { ...filtersOf(params, today), ...comparisonOf(params) }
}

test('reads the view from the address that it was written into [IN01]', () => {
  const views: InsightsView[] = [
    standardView,
    { ...standardView, range: 'own', from: '2026-01-05', to: '2026-01-06', sku: skuId },
    { ...standardView, range: '1y', compare: 'location', first: 'Jakarta, Indonesia', second: 'Åre & Co, Sweden' },
    { ...standardView, location: 'Köln, Germany', trademark: skuId, first: skuId, second: skuId },
  ]
  for (const view of views) expect(readBack(searchOf(view))).toEqual(view)
  expect(searchOf(standardView)).toBe('')
})

test('omits default values, ignores invalid ones, and keeps other parameters [IN01]', () => {
  expect(readBack('?range=2w&sku=junk&compare=sku&first=Jakarta&second=')).toEqual(standardView)
  expect(readBack('?range=own&from=2026-02-31&to=2027-01-01')).toEqual(standardView)
  expect(String(withView(new URLSearchParams('limit=25&range=1y'), { range: '1w' }))).toBe('limit=25')
})
