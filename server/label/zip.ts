import { Zip, ZipDeflate } from 'fflate'

export type ZipEntry = { name: string; content: Buffer /** Pressed already, as PNG is. */; stored?: boolean }

/** Compressing this many bytes takes about two milliseconds. */
const pieceBytes = 64 * 1024

/** A ZIP as a stream. Only one directory record per entry stays in memory. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const takeChunks = () => {
    const pieces = chunks
    chunks = []
    return pieces
  }
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  for await (const { name, content, stored } of entries) {
    // Deflate with level 0: stream readers reject a stored entry whose size follows its data.
    const file = new ZipDeflate(name, { level: stored ? 0 : 6 })
    file.mtime = time
    zip.add(file)
    for (let at = 0; at < content.length; at += pieceBytes) {
      file.push(content.subarray(at, at + pieceBytes), at + pieceBytes >= content.length)
      yield Buffer.concat(takeChunks())
    }
  }
  zip.end()
  yield Buffer.concat(takeChunks())
}
