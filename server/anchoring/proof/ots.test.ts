import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { readOts, readTimestamp } from '#shared/transparency/ots/read-ots.ts'
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

/** Nested branches, as `ots upgrade` writes them: all but the last item of a place follow the byte ff. */
type Branches = {
  attestations: Buffer[]
  steps: { op: Buffer; next: Branches }[]
}
const attested = timestampBytes.bind(undefined, [])
const anyAttestation = fc.oneof(
  attestation.map(attested),
  bytes(0, 40).map((payload) =>
    Buffer.concat([Buffer.from('000102030405060708', 'hex'), varuint(payload.length), payload]),
  ),
)
const opBytes = fc.oneof(
  fc
    .tuple(fc.constantFrom(0xf0, 0xf1), bytes(1, 80))
    .map(([tag, argument]) => Buffer.concat([Buffer.of(tag), varuint(argument.length), argument])),
  fc.constantFrom(0x02, 0x08, 0xf2, 0xf3).map((tag) => Buffer.of(tag)),
)
const attestations = fc.array(anyAttestation, { minLength: 1, maxLength: 3 })
const branchesOf = (depth: number): fc.Arbitrary<Branches> =>
  fc.record({
    attestations,
    // Of two branches that begin with the same operation, the reference library keeps only the last.
    steps:
      depth === 0
        ? fc.constant([])
        : fc.uniqueArray(fc.record({ op: opBytes, next: branchesOf(depth - 1) }), {
            maxLength: 2,
            selector: ({ op }) => op.toString('hex'),
          }),
  })
const branches = branchesOf(3)
function branchBytes({ attestations, steps }: Branches): Buffer {
  const items = [...attestations, ...steps.map(({ op, next }) => Buffer.concat([op, branchBytes(next)]))]
  return Buffer.concat(items.flatMap((item, i) => (i < items.length - 1 ? [Buffer.of(0xff), item] : [item])))
}

type Found = { message: string; height: number | null }
const inOrder = (found: Found[]) => [...new Set(found.map((one) => JSON.stringify(one)))].toSorted()
const ownFindings = ({ attestations }: ReturnType<typeof readOts>) =>
  inOrder(attestations.map(({ message, height }) => ({ message: Buffer.from(message).toString('hex'), height })))
function referenceFindings(answer: ReturnType<typeof readWithReference>[number]) {
  if (!answer.ok) throw new Error(answer.error)
  const known = answer.attestations.filter(({ kind }) => kind !== 'unknown')
  return inOrder(
    known.map(({ message, kind, value }) => ({ message, height: kind === 'bitcoin' ? Number(value) : null })),
  )
}

describe('OpenTimestamps format [VE03]', () => {
  it('reads the same operations and attestation that it writes', () => {
    fc.assert(
      fc.property(proof, ({ digest, ops, attestation, file }) => {
        const message = new Uint8Array(resultOf(digest, ops))
        expect(readOts(file, digest)).toEqual({
          fault: null,
          attestations: [{ height: heightOf(attestation), message }],
        })
        expect(readOts(file, createHash('sha256').update(digest).digest()).fault).toBe('other')
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

  it.skipIf(!hasReference)('follows all branches of a file as the reference library does', () => {
    const digest = createHash('sha256').update('branches').digest()
    const files = fc.sample(branches, 300).map((one) => assembleFileProof(digest, branchBytes(one)))
    const answers = readWithReference(files)
    const readings = files.map((file) => readOts(file, digest))
    expect(readings.filter(({ attestations }) => attestations.length > 3).length).toBeGreaterThan(20)
    readings.forEach((reading, i) => {
      expect([reading.fault, ownFindings(reading)]).toEqual([null, referenceFindings(answers[i]!)])
    })
  })

  it.skipIf(!hasReference)(
    'reads a damaged file if and only if the reference library does, and the same from it',
    () => {
      const digest = createHash('sha256').update('damaged').digest()
      const damage = fc.tuple(branches, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean())
      const damaged = fc.sample(damage, 600).map(([one, at, flip, isCut]) => {
        const file = assembleFileProof(digest, branchBytes(one))
        if (isCut) return file.subarray(0, at % file.length)
        const place = 65 + (at % (file.length - 65))
        file[place]! ^= flip
        return file
      })
      const answers = readWithReference(damaged)
      const readings = damaged.map((file) => readOts(file, digest))
      expect(answers.filter(({ ok }) => !ok).length).toBeGreaterThan(200)
      expect(readings.filter(({ fault }) => fault === null).length).toBeGreaterThan(50)
      readings.forEach((reading, i) => {
        const answer = answers[i]!
        // Its hash functions are those of the machine.
        if (!answer.ok && /unsupported hash|Cryptodome/.test(answer.error)) return
        expect([damaged[i]!.toString('hex'), reading.fault === null]).toEqual([damaged[i]!.toString('hex'), answer.ok])
        if (answer.ok) expect(ownFindings(reading)).toEqual(expect.arrayContaining(referenceFindings(answer)))
      })
    },
  )

  it.skipIf(!hasReference)('allows 255 operations, as the reference library does', () => {
    const digest = Buffer.alloc(32)
    const timestamp = timestampBytes(Array<Op>(255).fill({ kind: 'sha256' }), { kind: 'bitcoin', height: 1 })
    const deeper = Buffer.concat([Buffer.of(0x08), timestamp])
    const files = [timestamp, deeper].map((one) => assembleFileProof(digest, one))
    expect(readWithReference(files).map((answer) => answer.ok)).toEqual([true, false])
    expect(files.map((file) => readOts(file, digest).fault)).toEqual([null, 'deep'])
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
    expect(readTimestamp(body, root)).toEqual({ fault: null, attestations: [{ height: 7, message }] })
    expect(readTimestamp(Buffer.concat([body, Buffer.of(0)]), root).fault).toBe('trailing')
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
