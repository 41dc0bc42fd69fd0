import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#server/core/config.ts'
import { ignoreMissing, syncFolder } from './disk.ts'
import { openS3FileStore } from './file-store-s3.ts'

export type PutResult = { hash: string; contentHash: string; size: number }
type PutOptions = { private?: boolean; mime?: string }

/**
 * Stores immutable files. A name has 64 hex digits: the SHA-256 of the content, or 32 random bytes for a `private` file, so that its
 * content does not reveal its name.
 */
export type FileStore = {
  put(content: Buffer | Readable, options?: PutOptions): Promise<PutResult>
  open(hash: string): Promise<{ stream: Readable; size: number } | undefined>
  remove(hash: string): Promise<void>
  /** Stores content of a backup under the name that it had. */
  restore(hash: string, content: Readable): Promise<void>
  /** Returns the names of the files that were stored before a time, in lists of at most `atOnce`. */
  olderThan(time: Date, atOnce: number): AsyncIterable<string[]>
  /** Throws if the store does not accept writes at present. */
  check(): Promise<void>
}

const namePattern = /^[0-9a-f]{64}$/

export const isFileName = (hash: string): boolean => namePattern.test(hash)

export function assertFileName(hash: string): string {
  if (!isFileName(hash)) throw new RangeError('Not a file name of the store')
  return hash
}

export function randomFileName(): string {
  return randomBytes(32).toString('hex')
}

export function openFileStore(config: Pick<Config, 'dataDir' | 's3'>): FileStore {
  return config.s3 ? openS3FileStore(config.s3) : openLocalFileStore(join(config.dataDir, 'files'))
}

function openLocalFileStore(root: string): FileStore {
  const pathOf = (hash: string) => join(root, assertFileName(hash).slice(0, 2), hash)
  const incoming = join(root, 'incoming')
  return {
    async put(content, options = {}) {
      await mkdir(incoming, { recursive: true })
      const temporary = join(incoming, randomUUID())
      try {
        const written = await writeDurably(temporary, content)
        const hash = options.private ? randomFileName() : written.contentHash
        await mkdir(dirname(pathOf(hash)), { recursive: true })
        await rename(temporary, pathOf(hash))
        await syncFolder(dirname(pathOf(hash)))
        return { hash, ...written }
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async open(hash) {
      const found = await stat(pathOf(hash)).catch(ignoreMissing)
      return found && { stream: createReadStream(pathOf(hash)), size: found.size }
    },
    remove: (hash) => rm(pathOf(hash), { force: true }),
    async restore(hash, content) {
      const temporary = join(incoming, randomUUID())
      await mkdir(incoming, { recursive: true })
      try {
        await writeDurably(temporary, content)
        await mkdir(dirname(pathOf(hash)), { recursive: true })
        await rename(temporary, pathOf(hash))
      } finally {
        await rm(temporary, { force: true })
      }
    },
    olderThan: (time, atOnce) => inBatches(olderNames(root, incoming, time), atOnce),
    async check() {
      await mkdir(incoming, { recursive: true })
      const probe = join(incoming, randomUUID())
      await writeDurably(probe, Buffer.from('ok')).finally(() => rm(probe, { force: true }))
    },
  }
}

/** Lists the folders, and removes files that a crash left in `incoming`. */
async function* olderNames(root: string, incoming: string, time: Date): AsyncIterable<string> {
  const isOlder = async (path: string) =>
    ((await stat(path).catch(ignoreMissing))?.mtimeMs ?? Infinity) < time.getTime()
  for (const name of (await readdir(incoming).catch(ignoreMissing)) ?? [])
    if (await isOlder(join(incoming, name))) await rm(join(incoming, name), { force: true })
  for (const folder of (await readdir(root).catch(ignoreMissing)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of await readdir(join(root, folder)))
      if (isFileName(name) && (await isOlder(join(root, folder, name)))) yield name
  }
}

export async function* inBatches(names: AsyncIterable<string>, atOnce: number): AsyncIterable<string[]> {
  let list: string[] = []
  for await (const name of names) {
    list.push(name)
    if (list.length < atOnce) continue
    yield list
    list = []
  }
  if (list.length > 0) yield list
}

/** The content is flushed to disk before the file gets its name: a crash leaves a complete file or none. */
async function writeDurably(path: string, content: Buffer | Readable): Promise<{ contentHash: string; size: number }> {
  const digest = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx')
  try {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      digest.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { contentHash: digest.digest('hex'), size }
}
