import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

type Options = {
  /** Maximum number of bytes, of the content and of the received data. */
  limit: number
  gzip: boolean
  /** Receives each piece of the content. If it throws, reading ends. */
  check?: (piece: Buffer) => void
  /** Rejects when the reading of the body is aborted. */
  aborted?: Promise<never>
}

/**
 * Collects a body. Decompression stops at the limit, so that a small body that expands to a huge one costs no more than
 * an ordinary one. Bytes after a rejection are dropped, so that the response reaches a client that is still sending.
 */
export function readBody(source: Readable, { limit, gzip, check, aborted }: Options): Promise<Buffer> {
  const gunzip = gzip ? createGunzip() : undefined
  const content = gunzip ? source.pipe(gunzip) : source
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let arrived = 0
    const count = (chunk: Buffer) => {
      arrived += chunk.length
      if (arrived > limit) stop(new Problem(coreProblems.tooLarge))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return stop(new Problem(coreProblems.tooLarge))
      try {
        check?.(chunk)
        chunks.push(chunk)
      } catch (error) {
        stop(error)
      }
    }
    const end = () => {
      release()
      resolve(Buffer.concat(chunks, size))
    }
    const stop = (reason: unknown) => {
      release()
      chunks.length = 0
      if (gunzip) {
        source.unpipe(gunzip)
        gunzip.destroy()
      }
      source.resume()
      reject(reason)
    }
    const fail = () => stop(new Problem(coreProblems.invalid))
    const close = () => {
      if (!source.readableEnded) fail()
    }
    const release = () => {
      source.off('data', count).off('error', fail).off('close', close)
      content.off('data', take).off('end', end).off('error', fail)
      // A stream that is no longer read can still emit an error.
      for (const stream of [source, content]) stream.on('error', () => {})
    }
    if (gunzip) source.on('data', count)
    source.on('error', fail).on('close', close)
    content.on('data', take).on('end', end).on('error', fail)
    aborted?.catch(stop)
  })
}
