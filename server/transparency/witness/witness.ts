import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { isEqualBytes } from '#shared/core/bytes.ts'
import { bytesOfBase64 } from '#shared/transparency/base64.ts'
import { type Checkpoint, parseCheckpoint, parseSize } from '#shared/transparency/checkpoint.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import {
  cosignatureBytes,
  cosignedText,
  keyTypes,
  type Note,
  parseNote,
  signatureLine,
  signatureOf,
  type VerifierKey,
} from '#shared/transparency/note.ts'
import { isConsistent } from '#shared/transparency/verify-proof.ts'
import type { WitnessState } from './witness-state.ts'

type WitnessResponse = {
  status: 200 | 400 | 403 | 404 | 409 | 422
  text: string
}
type WitnessParts = {
  name: string
  /** The 32 bytes of the private key. */
  seed: Uint8Array
  /** The logs that it watches. The name of a key is the name of its log. */
  logs: readonly VerifierKey[]
  state: WitnessState
}
type LogWitness = {
  key: VerifierKey
  /** @param body of the call `add-checkpoint` of https://c2sp.org/tlog-witness */
  addCheckpoint(body: string): Promise<WitnessResponse>
}

/**
 * A witness watches that logs only grow: it signs a checkpoint only if it continues the last one that it signed, and stores
 * it before it responds. Shorter logs and other histories are rejected.
 */
export function createWitness({ name, seed, logs, state }: WitnessParts): LogWitness {
  const own = openEd25519Key(seed)
  const key: VerifierKey = { name, type: keyTypes.cosignature, publicKey: own.publicKey }
  /** The last call of each log: the next one waits for it, so that no two of them compare with the same state. */
  const waiting = new Map<string, Promise<unknown>>()

  async function cosignCheckpoint(asked: CheckpointSubmission): Promise<WitnessResponse> {
    const { note, checkpoint, old, path } = asked
    const { origin, size, root } = checkpoint
    if (old > size) return reject(400, 'The old size is larger than the new one.')
    const last = state.read(origin)
    const known = last === undefined ? undefined : parseCheckpoint(parseNote(last)!.body)!
    if (old !== (known?.size ?? 0)) return { status: 409, text: `${known?.size ?? 0}\n` }
    if (size === 0 && !isEqualBytes(root, sha256Of(new Uint8Array())))
      return reject(422, 'The empty log has another root.')
    const before = known ?? { size: 0, root: new Uint8Array() }
    // An empty log that was signed before and is still empty has nothing to prove.
    const grew = before.size === 0 ? path.length === 0 : isConsistent({ old: before, now: { size, root }, path })
    if (!grew) return reject(422, 'The checkpoint does not continue the last one.')
    const time = Math.floor(Date.now() / 1000)
    const signature = own.sign(Buffer.from(cosignedText(note.body, time)))
    const line = signatureLine(key, cosignatureBytes(time, signature))
    const logLines = note.signatures.filter((one) => asked.signed.has(one.line)).map((one) => one.line)
    await state.write(origin, `${note.body}\n${logLines.join('')}${line}`)
    return { status: 200, text: line }
  }

  return {
    key,
    async addCheckpoint(body) {
      const asked = parseRequest(body, logs)
      if ('status' in asked) return asked
      const { origin } = asked.checkpoint
      const turn = (waiting.get(origin) ?? Promise.resolve()).then(() => cosignCheckpoint(asked))
      waiting.set(
        origin,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
}

type CheckpointSubmission = {
  old: number
  path: Uint8Array[]
  note: Note
  checkpoint: Checkpoint
  /** The lines with valid signatures of the log. */
  signed: ReadonlySet<string>
}

const maxHashes = 63

function parseRequest(body: string, logs: readonly VerifierKey[]): CheckpointSubmission | WitnessResponse {
  const end = body.indexOf('\n\n')
  const [first, ...hashes] = body.slice(0, Math.max(0, end)).split('\n')
  const old = parseSize(/^old (.*)$/.exec(first ?? '')?.[1] ?? '')
  const path = hashes.map(bytesOfBase64)
  const note = parseNote(body.slice(end + 2))
  const checkpoint = note && parseCheckpoint(note.body)
  if (
    old === undefined ||
    !note ||
    !checkpoint ||
    hashes.length > maxHashes ||
    path.some((hash) => hash?.length !== 32)
  ) {
    return reject(400, 'The request is not one of add-checkpoint.')
  }
  const keys = logs.filter(({ name }) => name === checkpoint.origin)
  if (keys.length === 0) return reject(404, 'This witness does not watch that log.')
  const found = keys.map((key) => signatureOf(note, key))
  const signed = new Set(found.flatMap((one) => (typeof one === 'object' ? [one.line] : [])))
  if (found.includes('invalid') || signed.size === 0) return reject(403, 'The log did not sign the checkpoint.')
  return { old, path: path as Uint8Array[], note, checkpoint, signed }
}

const reject = (status: WitnessResponse['status'], reason: string): WitnessResponse => ({ status, text: `${reason}\n` })
