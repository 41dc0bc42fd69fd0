import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { followOts, followTimestamp, type OtsAttestation } from '#shared/transparency/ots-path.ts'
import { type Attestation, type Op, OtsError, timestampBytes, varuint } from './ots.ts'
import { assembleFileProof } from './ots-proof.ts'

const bytes = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: max })
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constantFrom('append' as const, 'prepend' as const), argument: bytes(1, 80) }),
  fc.record({ kind: fc.constant('sha256' as const) }),
)
const attestation: fc.Arbitrary<Attestation> = fc.oneof(
  fc.record({ kind: fc.constant('bitcoin' as const), height: fc.nat() }),
  fc.record({ kind: fc.constant('pending' as const), uri: fc.stringMatching(/^[A-Za-z0-9\-._/:]{1,60}$/) }),
)
const proof = fc
  .record({ digest: bytes(32, 32), ops: fc.array(op, { maxLength: 20 }), attestation })
  .map((parts) => ({ ...parts, file: assembleFileProof(parts.digest, timestampBytes(parts.ops, parts.attestation)) }))

/** The bytes to which operations lead, by their definition. */
function resultOf(digest: Uint8Array, ops: readonly Op[]): Buffer {
  return ops.reduce<Buffer>((message, one) => {
    if (one.kind === 'sha256') return createHash('sha256').update(message).digest()
    return Buffer.concat(one.kind === 'append' ? [message, one.argument] : [one.argument, message])
  }, Buffer.from(digest))
}
const heightOf = (one: Attestation) => (one.kind === 'bitcoin' ? one.height : null)
const asReference = ({ height, message }: OtsAttestation) => ({
  message: Buffer.from(message).toString('hex'),
  kind: height === null ? 'pending' : 'bitcoin',
  ...(height !== null && { value: String(height) }),
})

describe('VE03 OpenTimestamps format', () => {
  it('reads the same operations and attestation that it writes', () => {
    fc.assert(
      fc.property(proof, ({ digest, ops, attestation, file }) => {
        const message = new Uint8Array(resultOf(digest, ops))
        expect(followOts(file, digest)).toEqual({ height: heightOf(attestation), message })
        expect(followOts(file, createHash('sha256').update(digest).digest())).toBeUndefined()
      }),
    )
  })

  it.skipIf(!hasReference)('is read and rewritten by the reference library to the same bytes', () => {
    const proofs = fc.sample(proof, 300)
    const answers = readWithReference(proofs.map(({ file }) => file))
    expect(answers).toHaveLength(300)
    answers.forEach((answer, i) => {
      if (!answer.ok) throw new Error(answer.error)
      const { digest, ops, attestation, file } = proofs[i]!
      const value = attestation.kind === 'bitcoin' ? String(attestation.height) : attestation.uri
      expect(answer.written).toBe(file.toString('hex'))
      expect(answer.attestations).toEqual([
        { message: resultOf(digest, ops).toString('hex'), kind: attestation.kind, value },
      ])
    })
  })

  it.skipIf(!hasReference)('accepts damaged files only if the reference library reads the same from them', () => {
    const damaged = fc.sample(
      fc.tuple(proof, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean()).map(([{ file }, at, flip, cut]) => {
        if (cut) return file.subarray(0, at % file.length)
        file[at % file.length]! ^= flip
        return file
      }),
      600,
    )
    const answers = readWithReference(damaged)
    const accepted = damaged.flatMap((file, i) => {
      const end = followOts(file, file.subarray(33, 65))
      return end ? [{ end, answer: answers[i]! }] : []
    })
    expect(accepted.length).toBeGreaterThan(50)
    expect(answers.filter((answer) => !answer.ok).length).toBeGreaterThan(200)
    for (const { end, answer } of accepted) {
      expect(answer).toMatchObject({ ok: true, attestations: [asReference(end)] })
    }
  })

  it.skipIf(!hasReference)('allows 255 operations, as the reference library does', () => {
    const digest = Buffer.alloc(32)
    const timestamp = timestampBytes(Array<Op>(255).fill({ kind: 'sha256' }), { kind: 'bitcoin', height: 1 })
    const deeper = Buffer.concat([Buffer.of(0x08), timestamp])
    const files = [timestamp, deeper].map((one) => assembleFileProof(digest, one))
    expect(readWithReference(files).map((answer) => answer.ok)).toEqual([true, false])
    expect(files.map((file) => followOts(file, digest)?.height)).toEqual([1, undefined])
    const tooMany = Array<Op>(256).fill({ kind: 'sha256' })
    expect(() => timestampBytes(tooMany, { kind: 'bitcoin', height: 1 })).toThrow('more than 255')
  })

  it('writes no files that no reader accepts', () => {
    expect(() => timestampBytes([], { kind: 'pending', uri: 'https://x.example/?a=b' })).toThrow(OtsError)
    expect(() => timestampBytes([], { kind: 'bitcoin', height: -1 })).toThrow(OtsError)
    for (const length of [0, 4097]) {
      const one: Op = { kind: 'append', argument: Buffer.alloc(length) }
      expect(() => timestampBytes([one], { kind: 'bitcoin', height: 1 })).toThrow(OtsError)
    }
    expect(() => assembleFileProof(Buffer.alloc(20), Buffer.alloc(0))).toThrow(OtsError)
  })

  it('reads a timestamp without header for a given message', () => {
    const root = createHash('sha256').update('root').digest()
    const body = timestampBytes([{ kind: 'sha256' }], { kind: 'bitcoin', height: 7 })
    const message = new Uint8Array(createHash('sha256').update(root).digest())
    expect(followTimestamp(body, root)).toEqual({ height: 7, message })
    expect(followTimestamp(Buffer.concat([body, Buffer.of(0)]), root)).toBeUndefined()
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
