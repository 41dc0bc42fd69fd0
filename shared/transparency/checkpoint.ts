import { base64Of, bytesOfBase64 } from './base64.ts'

/**
 * The tree head of a log: https://c2sp.org/tlog-checkpoint. Three lines: the origin, which is the name of the log, the
 * number of entries, and the root in base64.
 */
export type Checkpoint = {
  origin: string
  size: number
  root: Uint8Array
}

/** The text that a log and its witnesses sign, with its last newline. */
export function checkpointBody({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64Of(root)}\n`
}

/**
 * Undefined if the text is no checkpoint. Extension lines may follow; nothing is read from them.
 *
 * @example
 * const body = checkpointBody({ origin: 'log.brand.example', size: 2, root: new Uint8Array(32) })
 * parseCheckpoint(body).size // => 2
 * parseCheckpoint('no checkpoint') // => undefined
 */
export function parseCheckpoint(body: string): Checkpoint | undefined {
  const [origin, size, root, ...extensions] = body.split('\n')
  if (extensions.pop() !== '' || extensions.includes('')) return undefined
  const hash = bytesOfBase64(root ?? '')
  const entries = parseSize(size ?? '')
  if (!origin || entries === undefined || hash?.length !== 32) return undefined
  return { origin, size: entries, root: hash }
}

/** A number of entries in decimal, without leading zeros. */
export function parseSize(text: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(size) ? size : undefined
}
