import { hexOf, joinBytes } from '#shared/core/bytes.ts'
import { base64Of, bytesOfBase64 } from './base64.ts'
import { sha256Of, verifyEd25519 } from './crypto.ts'

/**
 * Signed notes: a text, an empty line, and signatures, each with the name and the id of its key.
 * https://c2sp.org/signed-note
 */
export type Note = {
  /** The signed text, with its last newline. */
  body: string
  signatures: NoteSignature[]
}
type NoteSignature = {
  name: string
  /** 4 bytes as hex. */
  keyId: string
  bytes: Uint8Array
  /** As in the note, with its newline. */
  line: string
}

/** 1: Ed25519 over the text. 4: Ed25519 over a time and the text, the cosignature of a witness. */
export const keyTypes = { note: 1, cosignature: 4 } as const
type KeyType = (typeof keyTypes)[keyof typeof keyTypes]

/** A public key as it is configured and published, a "vkey". */
export type VerifierKey = {
  name: string
  type: KeyType
  /** 32 bytes. */
  publicKey: Uint8Array
}

const dash = '\u2014'
const maxSignatures = 100
const utf8 = new TextEncoder()

export function parseNote(text: string): Note | undefined {
  const end = text.lastIndexOf('\n\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them.
  if (end < 1 || !text.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(text)) return undefined
  const lines = text.slice(end + 2, -1).split('\n')
  if (lines.length > maxSignatures) return undefined
  const signatures = lines.map(parseSignature)
  return signatures.includes(undefined)
    ? undefined
    : { body: text.slice(0, end + 1), signatures: signatures as NoteSignature[] }
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name, encoded] = new RegExp(`^${dash} ([^\\s+]+) (\\S+)$`, 'u').exec(line) ?? []
  const bytes = bytesOfBase64(encoded ?? '')
  if (!name || !bytes || bytes.length < 5) return undefined
  return { name, keyId: hexOf(bytes.subarray(0, 4)), bytes: bytes.subarray(4), line: `${line}\n` }
}

/** The line of a signature, with its newline. */
export function signatureLine(key: VerifierKey, signature: Uint8Array): string {
  return `${dash} ${key.name} ${base64Of(joinBytes(keyIdBytes(key), signature))}\n`
}

function keyIdBytes({ name, type, publicKey }: VerifierKey): Uint8Array {
  return sha256Of(joinBytes(utf8.encode(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, 4)
}

export const keyIdOf = (key: VerifierKey): string => hexOf(keyIdBytes(key))

export function vkeyOf(key: VerifierKey): string {
  return `${key.name}+${keyIdOf(key)}+${base64Of(joinBytes(Uint8Array.of(key.type), key.publicKey))}`
}

/** Undefined if the text is no vkey, its id does not match, or its type is none of `keyTypes`. */
export function parseVkey(text: string): VerifierKey | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const bytes = bytesOfBase64(encoded ?? '')
  const type = Object.values(keyTypes).find((known) => known === bytes?.[0])
  if (!name || bytes?.length !== 33 || type === undefined) return undefined
  const key = { name, type, publicKey: bytes.slice(1) }
  return keyIdOf(key) === id ? key : undefined
}

/** The text that a witness signs: https://c2sp.org/tlog-cosignature. `time` is in seconds since 1970. */
export const cosignedText = (body: string, time: number): string => `cosignature/v1\ntime ${time}\n${body}`

/** The bytes of a cosignature: the time as 8 bytes, then the signature. */
export function cosignatureBytes(time: number, signature: Uint8Array): Uint8Array {
  const head = new Uint8Array(8)
  new DataView(head.buffer).setBigUint64(0, BigInt(time))
  return joinBytes(head, signature)
}

/** `time`: when a witness signed, in seconds since 1970; null for the signature of a log. */
type VerifiedSignature = { time: number | null; line: string }

/**
 * The signature of a key in a note. `invalid`: it claims to be of this key and does not verify, which makes the whole note
 * worthless. Undefined: the key did not sign.
 */
export function signatureOf({ body, signatures }: Note, key: VerifierKey): VerifiedSignature | 'invalid' | undefined {
  const id = keyIdOf(key)
  const found = signatures.filter(({ name, keyId }) => name === key.name && keyId === id)
  const verified = found.map((signature) => verifiedSignature(body, key, signature))
  return verified.includes(undefined) ? 'invalid' : verified[0]
}

function verifiedSignature(body: string, key: VerifierKey, signature: NoteSignature): VerifiedSignature | undefined {
  const { bytes, line } = signature
  if (key.type === keyTypes.note) {
    return verifyEd25519(key.publicKey, utf8.encode(body), bytes) ? { time: null, line } : undefined
  }
  if (bytes.length !== 72) return undefined
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(time)) return undefined
  const text = utf8.encode(cosignedText(body, time))
  return verifyEd25519(key.publicKey, text, bytes.subarray(8)) ? { time, line } : undefined
}
