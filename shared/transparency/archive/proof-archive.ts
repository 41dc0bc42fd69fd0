import { zipSync } from 'fflate'
import { readZip, type ZipFault, ZipFaultError } from './read-zip.ts'

/** The files of `proof-CODE.zip`. `ots verify payload.json.ots` finds the payload by its name. */
const bundleNames = {
  payload: 'payload.json',
  ots: 'payload.json.ots',
  tlogProof: 'payload.json.tlog-proof',
  checkpoint: 'checkpoint.txt',
  rest: 'rest.json',
  howTo: 'HOW-TO.txt',
} as const
type BundleFile = keyof typeof bundleNames

export type ProofArchive = {
  payload: Uint8Array
  ots?: Uint8Array
  tlogProof: string
  checkpoint?: string
  rest?: Uint8Array
  howTo?: string
}

/** Maximum sizes in bytes, because archives are untrusted input. Assay writes smaller ones. */
const maxFileBytes = 1024 * 1024
export const maxArchiveBytes = 4 * 1024 * 1024

export function packProofArchive(bundle: ProofArchive): Uint8Array {
  const utf8 = new TextEncoder()
  const files: Record<string, Uint8Array> = {}
  for (const [kind, name] of Object.entries(bundleNames) as [BundleFile, string][]) {
    const content = bundle[kind]
    if (content !== undefined) files[name] = typeof content === 'string' ? utf8.encode(content) : content
  }
  // The same bytes for the same proof: the time of a file would be the time of its download.
  return zipSync(files, { level: 6, mtime: '2020-01-01T00:00:00Z' })
}

/** Why an archive cannot be used, and the file concerned. `missing`: payload or proof of the log. `text`: the proof is no text. */
export type ArchiveFault = { fault: ZipFault | 'missing' | 'text'; file?: string | undefined }

/** Without HOW-TO.txt, of which nothing is checked. */
export function unpackProofArchive(zip: Uint8Array): ProofArchive | ArchiveFault {
  try {
    const files = readZip(zip, { names: Object.values(bundleNames), maxArchiveBytes, maxFileBytes })
    const { payload, tlogProof, ots, checkpoint, rest } = bundleNames
    const missing = [payload, tlogProof].find((name) => !files.has(name))
    if (missing) return { fault: 'missing', file: missing }
    const texts = [tlogProof, checkpoint].map((name) => textOf(files.get(name)))
    if (texts[0] === undefined || (files.has(checkpoint) && texts[1] === undefined)) return { fault: 'text' }
    const [ownOts, ownRest] = [files.get(ots), files.get(rest)]
    return {
      payload: files.get(payload)!,
      tlogProof: texts[0],
      ...(texts[1] !== undefined && { checkpoint: texts[1] }),
      ...(ownOts && { ots: ownOts }),
      ...(ownRest && { rest: ownRest }),
    }
  } catch (error) {
    if (error instanceof ZipFaultError) return { fault: error.fault, file: error.file }
    throw error
  }
}

/** Undefined unless the bytes are exactly those of a text. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
