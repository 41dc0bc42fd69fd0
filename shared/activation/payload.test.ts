import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloadText } from './payload.ts'

const file = fc.record({ hash: fc.string({ minLength: 64, maxLength: 64 }), ext: fc.constant('.png') })

test('CO08 a payload is valid JSON of at most 1023 bytes whose parts are whole, in order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), { maxLength: 40 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 500 }), { minLength: 40, maxLength: 40 }),
      fc.array(file, { maxLength: 10 }),
      (order, values, images) => {
        const facts = Object.fromEntries(order.map((key, i) => [key, values[i]!]))
        const text = payloadText({ facts, order, images, certificates: [] })
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1023)
        const read = JSON.parse(text, (_, value) => value)
        const kept = order.filter((key) => typeof Object.getOwnPropertyDescriptor(read, key)?.value === 'string')
        expect(kept).toEqual(order.slice(0, kept.length))
        for (const key of kept) expect(read[key]).toBe(facts[key])
      },
    ),
  )
})

test('CO08 what does not fit is left out whole', () => {
  const facts = { Origin: 'Pahang', Story: 'x'.repeat(1100), Weight: '100 g' }
  const text = payloadText({ facts, order: ['Origin', 'Story', 'Weight'], images: [], certificates: [] })
  expect(JSON.parse(text)).toEqual({ Origin: 'Pahang' })
})
