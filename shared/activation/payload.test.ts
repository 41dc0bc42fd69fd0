import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serializePayload } from './payload.ts'

const file = fc.record({ hash: fc.string({ minLength: 64, maxLength: 64 }), ext: fc.constant('.png') })

test('CO08 builds a payload of valid JSON of at most 1023 bytes with complete parts, in order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), { maxLength: 40 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 500 }), { minLength: 40, maxLength: 40 }),
      fc.array(file, { maxLength: 10 }),
      (order, values, images) => {
        const facts = Object.fromEntries(order.map((key, i) => [key, values[i]!]))
        const text = serializePayload({ facts, order, images, certificates: [] })
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1023)
        const read = JSON.parse(text, (_, value) => value)
        const kept = order.filter((key) => typeof Object.getOwnPropertyDescriptor(read, key)?.value === 'string')
        expect(kept).toEqual(order.slice(0, kept.length))
        for (const key of kept) expect(read[key]).toBe(facts[key])
      },
    ),
  )
})

test('CO08 leaves out a part that does not fit completely', () => {
  const facts = { Origin: 'Pahang', Story: 'x'.repeat(1100), Weight: '100 g' }
  const text = serializePayload({ facts, order: ['Origin', 'Story', 'Weight'], images: [], certificates: [] })
  expect(JSON.parse(text)).toEqual({ Origin: 'Pahang' })
})

const submission = {
  custom_id_label: 'Batch',
  custom_id: 'B-7',
  answers: [{ question: 'Picker', answer: 'Ada' }],
  sensorAnswers: [{ sensorId: 'x', section_name: 'Drying', start_time: 'noon', end_time: 'later' }],
}
const nothing = { facts: {}, order: [], images: [], certificates: [] }

test('CO07 stores a submission under one key, and keeps a fact of that name', () => {
  expect(JSON.parse(serializePayload({ ...nothing, submission }))).toEqual({ submission })
  const facts = { submission: 'mine' }
  expect(JSON.parse(serializePayload({ ...nothing, facts, order: ['submission'], submission }))).toEqual(facts)
})

test('CO07 keeps the custom id and the certificates of a long submission before its answers', () => {
  const answers = Array.from({ length: 30 }, (_, i) => ({ question: `Question ${i}`, answer: 'x'.repeat(40) }))
  const certificates = [{ hash: 'c'.repeat(64), ext: '.pdf', name: 'Halal.pdf' }]
  const text = serializePayload({ ...nothing, certificates, submission: { ...submission, answers } })
  const read = JSON.parse(text)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1023)
  expect(read).toMatchObject({ submission: { custom_id: 'B-7' }, certs: certificates })
  const kept = read.submission.answers.length
  expect(kept).toBeGreaterThan(3)
  expect(read.submission.answers).toEqual(answers.slice(0, kept))
  expect(read.submission).not.toHaveProperty('sensorAnswers')
})
