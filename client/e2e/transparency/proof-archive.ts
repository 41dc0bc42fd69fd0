import { ed25519 } from '@noble/curves/ed25519'
import { zipSync } from 'fflate'
import { serializePayload } from '#shared/activation/payload.ts'
import { payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { codeLeafMessage } from '#shared/anchoring/merkle.ts'
import { bytesOfHex, hexOf } from '#shared/core/bytes.ts'
import { packProofArchive } from '#shared/transparency/archive/proof-archive.ts'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import { codePathBytes } from '#shared/transparency/code-path.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { logEntryText } from '#shared/transparency/entry.ts'
import { cosignatureBytes, cosignedText, keyTypes, signatureLine, type VerifierKey } from '#shared/transparency/note.ts'
import { policyOf, policyText } from '#shared/transparency/policy.ts'
import { tlogProofText } from '#shared/transparency/tlog-proof.ts'
import { leafHashOf, nodeHashOf } from '#shared/transparency/tree.ts'

const utf8 = new TextEncoder()
const address = '00112233445566778899aabbccddeeff'
const seedOf = (word: string) => sha256Of(utf8.encode(word))

/**
 * A log of two entries with one witness, and the archive of a code in its first entry.
 *
 * @param photo the bytes of a photo that a submission shares
 */
export function proofArchive(origin: string, photo?: Uint8Array): { zip: Buffer; policy: string } {
  const { text } = serializePayload({
    about: {
      batch: 'A7K2-9QXW',
      time: '2026-11-24T10:00:00.000Z',
      merchant: 'Highland Tea',
      trademark: 'HIGHLAND',
      product: 'Green tea',
      sku: 'GT-1',
      keys: 'https://assay.example/log/keys',
    },
    facts: { Origin: 'Pahang' },
    order: ['Origin'],
    images: [],
    certificates: [],
    submission: photo && {
      custom_id_label: 'Lot',
      custom_id: 'B-1',
      answers: [{ question: 'Leaf', files: [{ hash: hexOf(sha256Of(photo)), ext: '.jpg' }] }],
      sensorAnswers: [],
    },
    sha256: (part) => hexOf(sha256Of(utf8.encode(part))),
  })
  const payload = utf8.encode(payloadOfCode(text, address))
  const leaf = sha256Of(codeLeafMessage(sha256Of(payload), bytesOfHex(address)!))
  const entry = logEntryText({
    merchant: { id: 'm1', name: 'Highland Tea' },
    batch: 'A7K2-9QXW',
    products: [{ trademark: 'HIGHLAND', sku: 'GT-1', name: 'Green tea' }],
    size: 1,
    root: hexOf(leaf),
    time: '2026-11-24T10:00:00.000Z',
  })
  const [own, other] = [leafHashOf(utf8.encode(entry)), leafHashOf(utf8.encode('another'))]
  const body = checkpointBody({ origin, size: 2, root: nodeHashOf(own, other) })
  const keyOf = (name: string, type: VerifierKey['type']): VerifierKey => ({
    name,
    type,
    publicKey: ed25519.getPublicKey(seedOf(name)),
  })
  const [log, witness] = [keyOf(origin, keyTypes.note), keyOf(`witness.${origin}`, keyTypes.cosignature)]
  const sign = (name: string, message: string) => ed25519.sign(utf8.encode(message), seedOf(name))
  const time = Date.UTC(2026, 10, 24, 10, 1) / 1000
  const cosignature = cosignatureBytes(time, sign(witness.name, cosignedText(body, time)))
  const checkpoint = `${body}\n${signatureLine(log, sign(origin, body))}${signatureLine(witness, cosignature)}`
  const extra = codePathBytes({ address: bytesOfHex(address)!, index: 0, path: [], entry })
  const tlogProof = tlogProofText({ extra, index: 0, path: [other], checkpoint })
  const policy = policyText(policyOf([log], [{ name: witness.name, key: witness, url: null }], 1))
  return { zip: Buffer.from(packProofArchive({ payload, tlogProof, checkpoint })), policy }
}

/** An archive whose directory names one file 65,000 times, so that a reader would unpack it as often. */
export function overlappingArchive(): Buffer {
  const one = Buffer.from(zipSync({ 'payload.json': new Uint8Array(1_000_000) }))
  const start = one.readUInt32LE(one.length - 6)
  const entry = one.subarray(start, -22)
  const archive = Buffer.concat([one.subarray(0, start), ...Array<Buffer>(65_000).fill(entry), one.subarray(-22)])
  archive.writeUInt16LE(65_000, archive.length - 14)
  archive.writeUInt16LE(65_000, archive.length - 12)
  archive.writeUInt32LE(entry.length * 65_000, archive.length - 10)
  return archive
}
