import { codeLeafMessage } from '#shared/anchoring/merkle.ts'
import { hexOf, isEqualBytes } from '#shared/core/bytes.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { type ArchiveFault, type ProofArchive, unpackProofArchive } from './archive/proof-archive.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { parseCodePath } from './code-path.ts'
import { sha256Of } from './crypto.ts'
import { type LogEntry, parseEntry } from './entry.ts'
import { namedFiles } from './named-files.ts'
import { parseNote } from './note.ts'
import { type OtsReading, readOts } from './ots/read-ots.ts'
import { type Policy, verifyCheckpoint } from './policy.ts'
import { parseTlogProof } from './tlog-proof.ts'
import { leafHashOf } from './tree.ts'
import { rootOfInclusion } from './verify-proof.ts'

/** The reason why a proof is invalid. */
type ProofError =
  /** A file of the archive has not the form of a proof. */
  | 'unreadable'
  /** The payload, or the place of the code, does not lead to the batch in the log. */
  | 'payload'
  /** The batch does not lead to the checkpoint. */
  | 'entry'
  /** A signature on the checkpoint does not verify. */
  | 'signature'
  /** The checkpoint names a trusted log, and none of its keys has signed it. */
  | 'key'
  /** The checkpoint beside the proof is not the one in it. */
  | 'checkpoint'
  /** The payload states another code, merchant or batch than the log. */
  | 'facts'
  /** The further facts are not the ones whose digest is in the payload. */
  | 'rest'
  /** The OpenTimestamps file is for another payload. */
  | 'ots'

export type VerifiedProof = {
  /** The printed letters of the code. */
  code: string
  entry: LogEntry
  /** The statements of the payload, in their order. */
  facts: Record<string, unknown>
  log: string
  index: number
  logSize: number
  witnesses: { name: string; time: number }[]
  /** Undefined if the archive has no OpenTimestamps file. */
  bitcoin: OtsReading | undefined
  /** The files that were checked with the archive, and whether the statement names their SHA-256. Absent without such files. */
  files?: { name: string; isNamed: boolean }[]
}

/** A file to check with an archive, such as a photo of the shopper's page. */
export type NamedFile = { name: string; bytes: Uint8Array }

/**
 * `genuine`: valid, with enough witnesses; its OpenTimestamps file may be damaged. `unwitnessed`: valid, without enough
 * witnesses. `foreign`: of a log that is not in the policy. `broken`: invalid. `unread`: the archive cannot be read.
 */
export type ProofFinding =
  | ({ outcome: 'genuine' | 'unwitnessed' } & VerifiedProof)
  | { outcome: 'foreign'; log: string; trusted: string[] }
  | { outcome: 'broken'; error: ProofError }
  | ({ outcome: 'unread' } & ArchiveFault)

const broken = (error: ProofError): ProofFinding => ({ outcome: 'broken', error })

/** Verifies an archive offline. Only the policy is trusted. */
export function verifyProofArchive(zip: Uint8Array, policy: Policy, files: readonly NamedFile[] = []): ProofFinding {
  const archive = unpackProofArchive(zip)
  if ('fault' in archive) return { outcome: 'unread', ...archive }
  const finding = checkFiles(archive, policy)
  if (files.length === 0 || !('facts' in finding)) return finding
  const named = new Set(namedFiles([finding.facts, archive.rest && factsOf(archive.rest)]))
  return {
    ...finding,
    files: files.map(({ name, bytes }) => ({ name, isNamed: named.has(hexOf(sha256Of(bytes))) })),
  }
}

function checkFiles({ payload, tlogProof, checkpoint: copy, ots, rest }: ProofArchive, policy: Policy): ProofFinding {
  const proof = parseTlogProof(tlogProof)
  const codePath = proof?.extra ? parseCodePath(proof.extra) : undefined
  const note = proof && parseNote(proof.checkpoint)
  const checkpoint = note && parseCheckpoint(note.body)
  const entry = codePath && parseEntry(codePath.entry)
  const facts = factsOf(payload)
  if (!proof || !codePath || !note || !checkpoint || !entry || !facts) return broken('unreadable')

  const digest = sha256Of(payload)
  const leaf = sha256Of(codeLeafMessage(digest, codePath.address))
  const batchRoot = rootOfInclusion({ leaf, index: codePath.index, size: entry.size, path: codePath.path })
  if (!batchRoot || hexOf(batchRoot) !== entry.root) return broken('payload')
  const entryLeaf = leafHashOf(new TextEncoder().encode(codePath.entry))
  const { size, root, origin } = checkpoint
  const logRoot = rootOfInclusion({ leaf: entryLeaf, index: proof.index, size, path: proof.path })
  if (!logRoot || !isEqualBytes(logRoot, root)) return broken('entry')

  const { log, witnesses, hasQuorum, isForged } = verifyCheckpoint(policy, note, origin)
  if (isForged) return broken('signature')
  if (!log && policy.logs.some(({ name }) => name === origin)) return broken('key')
  if (copy !== undefined && copy !== proof.checkpoint) return broken('checkpoint')
  const code = formatAddress(hexOf(codePath.address))
  if (!agrees(facts, code, entry)) return broken('facts')
  if (!fits(facts, rest)) return broken('rest')
  const bitcoin = ots && readOts(ots, digest)
  if (bitcoin?.fault === 'other') return broken('ots')
  if (!log) return { outcome: 'foreign', log: origin, trusted: policy.logs.map(({ name }) => name) }
  const outcome = hasQuorum ? 'genuine' : 'unwitnessed'
  return { outcome, code, entry, facts, log: origin, index: proof.index, logSize: size, witnesses, bitcoin }
}

function factsOf(payload: Uint8Array): Record<string, unknown> | undefined {
  try {
    const facts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Payloads of version 1 state only facts of the product. */
function agrees(facts: Record<string, unknown>, code: string, { merchant, batch }: LogEntry): boolean {
  return facts.v !== 2 || (facts.code === code && facts.merchant === merchant.name && facts.batch === batch)
}

/** The facts beyond the payload's limit are in a file of their own, and their digest is in the payload. */
function fits({ v, rest }: Record<string, unknown>, file: Uint8Array | undefined): boolean {
  const stated = v === 2 ? rest : undefined
  if (stated === undefined || file === undefined) return stated === undefined && file === undefined
  return (stated as { sha256?: unknown }).sha256 === hexOf(sha256Of(file))
}
