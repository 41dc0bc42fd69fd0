import type { Transport } from './transport.ts'

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
