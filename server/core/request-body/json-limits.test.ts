import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coreProblems } from '#shared/core/api/problem.ts'
import { createJsonLimitCheck } from './json-limits.ts'

const mb = 1024 * 1024
const shape =
  (text: string, limit = mb) =>
  () =>
    createJsonLimitCheck(limit)(Buffer.from(text))
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('passes 32 levels and rejects 33, of arrays and of objects', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(shape(`${open.repeat(32)}1${close.repeat(32)}`)).not.toThrow()
    expect(shape(`${open.repeat(33)}1${close.repeat(33)}`)).toThrow(
      expect.objectContaining({ kind: coreProblems.tooDeep, details: { depth: 32 } }),
    )
  }
})

test('rejects at the first level too many, whether or not the rest is JSON', () => {
  expect(shape('['.repeat(5_000_000))).toThrow(expect.objectContaining({ kind: coreProblems.tooDeep }))
})

test('rejects more values than the body of a route can contain', () => {
  expect(shape(`[${'1,'.repeat(1000)}1]`, 1000)).toThrow(expect.objectContaining({ kind: coreProblems.tooMany }))
  expect(shape(`[${'1,'.repeat(1000)}1]`)).not.toThrow()
})

test('ignores brackets, commas and escapes inside strings', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]{},"\\:ab') }), (word) => {
      expect(shape(JSON.stringify({ [word]: [word] }), 64)).not.toThrow()
    }),
  )
})

test('computes the depth that a parser would reach', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 34 }), (value, more) => {
      const text = `${'['.repeat(more)}${JSON.stringify(value)}${']'.repeat(more)}`
      const check = shape(text)
      if (depthOf(JSON.parse(text)) > 32) expect(check).toThrow()
      else expect(check).not.toThrow()
    }),
  )
})

test('gives the same result for a text in pieces as for the whole text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 26, max: 34 }), fc.nat(200), (value, more, at) => {
      const text = `${'['.repeat(more)}${JSON.stringify(value)}${']'.repeat(more)}`
      const inPieces = () => {
        const check = createJsonLimitCheck(mb)
        for (const piece of [text.slice(0, at), text.slice(at)]) check(Buffer.from(piece, 'latin1'))
      }
      const whole = () => createJsonLimitCheck(mb)(Buffer.from(text, 'latin1'))
      if (throws(whole)) expect(inPieces).toThrow()
      else expect(inPieces).not.toThrow()
    }),
  )
})

function throws(run: () => void): boolean {
  try {
    run()
    return false
  } catch {
    return true
  }
}
