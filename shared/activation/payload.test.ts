import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOf } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { type PayloadSubject, serializePayload } from './payload.ts'
import { payloadOfCode } from './payload-of-code.ts'

const file = fc.record({ hash: fc.string({ minLength: 64, maxLength: 64 }), ext: fc.constant('.png') })
const sha256 = (text: string) => hexOf(sha256Of(new TextEncoder().encode(text)))
const about: PayloadSubject = {
  batch: 'A7K2-9QXW',
  time: '2026-11-24T10:00:00.000Z',
  merchant: 'Highland Tea',
  trademark: 'HIGHLAND',
  product: 'Green tea',
  sku: 'GT-1',
  keys: 'https://assay.example/log/keys',
  log: 'assay.example/log+0badc0de',
}
const nothing = { about, sha256, facts: {}, order: [], images: [], certificates: [] }
const address = '00112233445566778899aabbccddeeff'

test('states code, order, batch, time, merchant, trademark, product and keys, and digests the rest [CO08]', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), { maxLength: 40 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 500 }), { minLength: 40, maxLength: 40 }),
      fc.array(file, { maxLength: 10 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      (order, values, images, merchant) => {
        const facts = Object.fromEntries(order.map((key, i) => [key, values[i]!]))
        const { text, rest } = serializePayload({ ...nothing, about: { ...about, merchant }, facts, order, images })
        const payload = payloadOfCode(text, address)
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(1023)
        const read = JSON.parse(payload)
        expect(read).toMatchObject({ v: 2, code: '0024H36H2NCSVRH6DAQF6DVVQZ', order: '008J-4CT4', batch: 'A7K2-9QXW' })
        expect(merchant.startsWith(read.merchant)).toBe(true)
        expect(read.rest?.sha256).toBe(rest === undefined ? undefined : sha256(rest))
        // Every fact and picture is in one of the two, in order.
        const more = rest === undefined ? {} : JSON.parse(rest)
        const keysOf = (part: object | undefined) => Object.keys(part ?? {})
        expect([...keysOf(read.facts), ...keysOf(more.facts)].toSorted()).toEqual(Object.keys(facts).toSorted())
        expect([...(read.imgs ?? []), ...(more.imgs ?? [])]).toEqual(images)
        for (const key of order) expect([read.facts, more.facts].map((part) => part?.[key])).toContain(facts[key])
      },
    ),
  )
})

test('puts a part that does not fit completely, and all after it, into the rest [CO08]', () => {
  const facts = { Origin: 'Pahang', Story: 'x'.repeat(1100), Weight: '100 g' }
  const { text, rest } = serializePayload({ ...nothing, facts, order: ['Origin', 'Story', 'Weight'] })
  expect(JSON.parse(text)).toMatchObject({ facts: { Origin: 'Pahang' }, rest: { parts: 2, sha256: sha256(rest!) } })
  expect(JSON.parse(rest!)).toEqual({ facts: { Story: facts.Story, Weight: '100 g' } })
})

const submission = {
  custom_id_label: 'Batch',
  custom_id: 'B-7',
  answers: [{ question: 'Picker', answer: 'Ada' }],
  sensorAnswers: [{ sensorId: 'x', section_name: 'Drying', start_time: 'noon', end_time: 'later' }],
}

test('stores a submission beside the facts, also a fact of that name [CO07]', () => {
  const facts = { submission: 'mine' }
  const { text } = serializePayload({ ...nothing, facts, order: ['submission'], submission })
  expect(JSON.parse(text)).toMatchObject({ facts, submission })
})

test('keeps the custom id and the certificates of a long submission before its answers [CO07]', () => {
  const answers = Array.from({ length: 30 }, (_, i) => ({ question: `Question ${i}`, answer: 'x'.repeat(40) }))
  const certificates = [{ hash: 'c'.repeat(64), ext: '.pdf', name: 'Halal.pdf' }]
  const { text, rest } = serializePayload({ ...nothing, certificates, submission: { ...submission, answers } })
  const [read, more] = [JSON.parse(text), JSON.parse(rest!)]
  expect(read).toMatchObject({ submission: { custom_id: 'B-7' }, certs: certificates })
  expect([...(read.submission.answers ?? []), ...more.submission.answers]).toEqual(answers)
  expect(more.submission.sensorAnswers).toEqual(submission.sensorAnswers)
})

test('keeps the payload within its limit with the longest own serial and the longest names [CO08]', () => {
  const serial = '\u{10ffff}'.repeat(64)
  const long = { merchant: '茶'.repeat(90), trademark: '茶'.repeat(90), product: '茶'.repeat(90), sku: '茶'.repeat(90) }
  const facts = { Origin: 'Pahang', Story: 'x'.repeat(500) }
  const serialBytes = Buffer.byteLength(JSON.stringify(serial))
  const merchantKey = 'A'.repeat(44)
  const source = {
    ...nothing,
    about: { ...about, ...long, merchantKey },
    facts,
    order: ['Origin', 'Story'],
    serialBytes,
  }
  const payload = payloadOfCode(serializePayload(source).text, address, serial)
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(1023)
  expect(JSON.parse(payload)).toMatchObject({ v: 2, order: '008J-4CT4', serial, batch: 'A7K2-9QXW' })
})
