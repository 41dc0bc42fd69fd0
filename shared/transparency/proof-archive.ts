import { unzipSync, zipSync } from 'fflate'

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

/** Maximum size of one file in bytes, because archives are untrusted input. Assay writes smaller files. */
const maxBytes = 1024 * 1024

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

/** Undefined if the archive cannot be read, or has no payload or no proof. */
export function unpackProofArchive(zip: Uint8Array): ProofArchive | undefined {
  try {
    const known: readonly string[] = Object.values(bundleNames)
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => known.includes(name) && originalSize <= maxBytes,
    })
    const { [bundleNames.payload]: payload, [bundleNames.tlogProof]: proof } = files
    const { [bundleNames.ots]: ots, [bundleNames.rest]: rest } = files
    if (!payload || !proof) return undefined
    return { payload, tlogProof: new TextDecoder().decode(proof), ...(ots && { ots }), ...(rest && { rest }) }
  } catch {
    return undefined
  }
}
