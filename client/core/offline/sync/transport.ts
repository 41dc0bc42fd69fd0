/** Sends one request to the server. Tests replace it to inject faults. Throws when no response arrives. */
export type Transport = (request: {
  method: 'GET' | 'POST' | 'PUT'
  /** Begins with /api. */
  url: string
  /** JSON data, or raw bytes. */
  body?: object | Uint8Array<ArrayBuffer>
  signal: AbortSignal
  /**
   * Reports that data arrived, or that this many bytes are about to be sent. Restarts the inactivity timeout, so that
   * slow networks work.
   */
  moves?(toSend?: number): void
}) => Promise<TransportResponse>

export type TransportResponse = {
  status: number
  body: unknown
  /** The Retry-After header of the response, in seconds. */
  retryAfter?: number
}

/** The reason why a sync stopped before everything was sent. */
export type StopDetails =
  /** `ours`: the error response came from our server. */
  | { reason: 'unreachable'; retryAfter?: number; ours?: true }
  | { reason: 'signIn' }
  | { reason: 'update' }
  /** The server accepts nothing until the user's e-mail is confirmed. */
  | { reason: 'confirm' }
  /** Another tab has taken over the lock. */
  | { reason: 'replaced' }

export class SyncStoppedError extends Error {
  override name = 'SyncStoppedError'
  stop: StopDetails

  constructor(stop: StopDetails) {
    super(stop.reason)
    this.stop = stop
  }
}

/** Smaller bodies are not compressed, bytes. */
const minCompressedBytes = 1024

type EncodedBody = { bytes?: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/** The bytes that are sent for a body, compressed if that makes them smaller. */
export async function encodeBody(body: Parameters<Transport>[0]['body']): Promise<EncodedBody> {
  if (body === undefined) return { headers: {} }
  const isBinary = body instanceof Uint8Array
  const bytes = isBinary ? body : new TextEncoder().encode(JSON.stringify(body))
  const headers = { 'content-type': isBinary ? 'application/octet-stream' : 'application/json' }
  if (bytes.length < minCompressedBytes || typeof CompressionStream === 'undefined') return { bytes, headers }
  const packed = await compress(bytes)
  // Most files are compressed already.
  return packed.length < bytes.length
    ? { bytes: packed, headers: { ...headers, 'content-encoding': 'gzip' } }
    : { bytes, headers }
}

async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Response(bytes).body!.pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
