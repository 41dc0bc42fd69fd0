// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemsPage, itemsTotal } from './item-pages.ts'

const run = fc.tuple(fc.nat(), fc.nat({ max: 9 })).map(([first, more]): [number, number] => [first, first + more])
const products = fc.array(fc.record({ name: fc.string(), sku: fc.string(), runs: fc.array(run, { maxLength: 6 }) }), {
  maxLength: 6,
})

test('contains each item of a list once and in order over all pages [LO01]', () => {
  fc.assert(
    fc.property(products, fc.integer({ min: 1, max: 12 }), (list, limit) => {
      const all = list
        .flatMap(({ name, sku, runs }) =>
          runs.flatMap(([first, last]) =>
            Array.from({ length: last - first + 1 }, (_, at) => ({ serialNo: first + at, name, sku })),
          ),
        )
        .map((item, index) => ({ index, ...item }))
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, at) => itemsPage(list, at + 1, limit))
      expect(pages.flat()).toEqual(all)
      expect(pages.every(({ length }, at) => length === limit || at === pages.length - 1)).toBe(true)
      expect(itemsTotal(list)).toBe(all.length)
    }),
  )
})
