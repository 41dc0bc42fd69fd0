import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { type Attestation, applyOp, attestationsOf, linearTimestamp, type Op, OtsError, type Timestamp } from './ots.ts'
import { parseDetached, parseTimestamp } from './ots-parse.ts'
import { serializeDetached, serializeTimestamp, varuint } from './ots-write.ts'

const bytes = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: max })

const UNARY = ['sha1', 'ripemd160', 'sha256', 'reverse', 'hexlify'] as const
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constantFrom('append' as const, 'prepend' as const), argument: bytes(1, 80) }),
  fc.record({ kind: fc.constantFrom(...UNARY) }),
)
const attestation: fc.Arbitrary<Attestation> = fc.oneof(
  fc.record({ kind: fc.constant('bitcoin' as const), height: fc.nat() }),
  fc.record({ kind: fc.constant('pending' as const), uri: fc.stringMatching(/^[A-Za-z0-9\-._/:]{1,60}$/) }),
  fc.record({ kind: fc.constant('unknown' as const), tag: bytes(8, 8), payload: bytes(0, 60) }),
)

type Shape = { attestations: Attestation[]; branches: { op: Op; next: Shape }[] }
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      attestations: fc.array(attestation, { minLength: 1, maxLength: 3 }),
      branches: fc.constant<Shape['branches']>([]),
    }),
    fc.record({
      attestations: fc.array(attestation, { maxLength: 2 }),
      branches: fc.array(fc.record({ op, next: tie('shape') }), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

/** For the reference library, equal attestations or operations of one node are one element of a set. */
function unique<T>(items: T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
function grow(message: Uint8Array, { attestations, branches }: Shape): Timestamp {
  const single = [...new Map(branches.map((branch) => [JSON.stringify(branch.op), branch])).values()]
  return {
    message,
    attestations: unique(attestations),
    branches: single.map((branch) => ({ op: branch.op, timestamp: grow(applyOp(branch.op, message), branch.next) })),
  }
}

const detached = fc.tuple(bytes(32, 32), shape).map(([digest, tree]) => grow(digest, tree))
const hexes = (timestamp: Timestamp) =>
  [...attestationsOf(timestamp)].map(({ message, attestation }) => ({
    message: Buffer.from(message).toString('hex'),
    kind: attestation.kind,
    value:
      attestation.kind === 'bitcoin'
        ? String(attestation.height)
        : attestation.kind === 'pending'
          ? attestation.uri
          : Buffer.from(attestation.payload).toString('hex'),
  }))
const sorted = (items: object[]) => items.map((item) => JSON.stringify(item)).sort()

describe('VE03 OpenTimestamps format', () => {
  it('reads the same bytes that it writes', () => {
    fc.assert(
      fc.property(detached, (timestamp) => {
        const serialized = serializeDetached(timestamp.message, timestamp)
        const read = parseDetached(serialized)
        expect(serializeDetached(read.digest, read.timestamp)).toEqual(serialized)
        expect(sorted(hexes(read.timestamp))).toEqual(sorted(hexes(timestamp)))
      }),
    )
  })

  it.skipIf(!hasReference)('is read and rewritten by the reference library to the same bytes', () => {
    const timestamps = fc.sample(detached, 300)
    const proofs = timestamps.map((timestamp) => serializeDetached(timestamp.message, timestamp))
    const answers = readWithReference(proofs)
    expect(answers).toHaveLength(300)
    answers.forEach((answer, i) => {
      if (!answer.ok) throw new Error(answer.error)
      expect(answer.written).toBe(proofs[i]!.toString('hex'))
      expect(sorted(answer.attestations)).toEqual(sorted(hexes(timestamps[i]!)))
    })
  })

  it.skipIf(!hasReference)('accepts and rejects damaged files exactly as the reference library does', () => {
    const damaged = fc.sample(
      fc.tuple(detached, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean()).map(([timestamp, at, flip, cut]) => {
        const proof = serializeDetached(timestamp.message, timestamp)
        if (cut) return proof.subarray(0, at % proof.length)
        proof[at % proof.length]! ^= flip
        return proof
      }),
      600,
    )
    const answers = readWithReference(damaged)
    const refused = answers.filter((answer) => !answer.ok).length
    expect(refused).toBeGreaterThan(200)
    expect(refused).toBeLessThan(600)
    answers.forEach((answer, i) => {
      // keccak256 (0x67) is for Ethereum proofs. The reference library reads it, this parser does not.
      let ours = true
      try {
        parseDetached(damaged[i]!)
      } catch (error) {
        expect(error).toBeInstanceOf(OtsError)
        if ((error as Error).message.includes('0x67')) return
        ours = false
      }
      expect({ proof: damaged[i]!.toString('hex'), ok: ours }).toEqual({
        proof: damaged[i]!.toString('hex'),
        ok: answer.ok,
      })
    })
  })

  it.skipIf(!hasReference)('allows 255 nested operations, as the reference library does', () => {
    const nested = (depth: number) =>
      linearTimestamp(Buffer.alloc(32), Array<Op>(depth).fill({ kind: 'sha256' }), { kind: 'bitcoin', height: 1 })
    const deepest = serializeDetached(Buffer.alloc(32), nested(255))
    const deeper = Buffer.concat([deepest.subarray(0, 65), Buffer.of(0x08), deepest.subarray(65)])
    expect(readWithReference([deepest, deeper]).map((answer) => answer.ok)).toEqual([true, false])
    expect(parseDetached(deepest).timestamp.branches).toHaveLength(1)
    expect(() => parseDetached(deeper)).toThrow('nested')
    expect(() => serializeTimestamp(nested(256))).toThrow('nested')
  })

  it('rejects files that no parser accepts', () => {
    const stamp = (attestation: Attestation) => linearTimestamp(Buffer.alloc(32), [], attestation)
    expect(() => serializeTimestamp({ message: Buffer.alloc(32), attestations: [], branches: [] })).toThrow(OtsError)
    expect(() => serializeTimestamp(stamp({ kind: 'pending', uri: 'https://x.example/?a=b' }))).toThrow(OtsError)
    expect(() => serializeTimestamp(stamp({ kind: 'bitcoin', height: -1 }))).toThrow(OtsError)
    expect(() => serializeDetached(Buffer.alloc(32, 1), stamp({ kind: 'bitcoin', height: 1 }))).toThrow(OtsError)
    expect(() => serializeDetached(Buffer.alloc(20), stamp({ kind: 'bitcoin', height: 1 }))).toThrow(OtsError)
    expect(() => applyOp({ kind: 'append', argument: Buffer.alloc(4096) }, Buffer.of(1))).toThrow(OtsError)
  })

  it('reads a timestamp without header for a given message', () => {
    const root = createHash('sha256').update('root').digest()
    const body = serializeTimestamp(linearTimestamp(root, [{ kind: 'sha256' }], { kind: 'bitcoin', height: 7 }))
    const [end] = attestationsOf(parseTimestamp(body, root))
    expect(end).toEqual({
      message: createHash('sha256').update(root).digest(),
      attestation: { kind: 'bitcoin', height: 7 },
    })
    expect(() => parseTimestamp(Buffer.concat([body, Buffer.of(0)]), root)).toThrow('trailing')
  })

  it('writes LEB128 integers', () => {
    expect([0, 127, 128, 16384, 2 ** 40].map((value) => varuint(value).toString('hex'))).toEqual([
      '00',
      '7f',
      '8001',
      '808001',
      '808080808020',
    ])
  })
})
