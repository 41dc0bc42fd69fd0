import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupConfig } from '#server/core/config.ts'
import { ignoreMissing, syncFolder } from '#server/core/files/disk.ts'
import { openBackupBucket } from './bucket.ts'

export type Written = { bytes: number; sha256: string }

/** Where backups are: a folder or a bucket. Paths have slashes. */
export type BackupPlace = {
  /** For people: the folder, or the URL of the bucket. */
  label: string
  open(path: string): Promise<Readable | undefined>
  /** The file of this machine that has the content. Undefined in a bucket. */
  fileOf?(path: string): string
  /** Resolves when the content is stored under its path, as a whole: a crash leaves the old content or none. */
  write(path: string, content: Readable | Buffer): Promise<Written>
  /** Gives a file another path. */
  move(from: string, to: string): Promise<void>
  /** Removes one file, or with a slash at the end a folder with everything in it. */
  remove(path: string): Promise<void>
  /** The paths below a folder, in any order. */
  list(folder: string): AsyncIterable<string>
  /** The names directly below the place that end in a slash. */
  folders(): Promise<string[]>
}

export function openPlace({ to, s3 }: BackupConfig): BackupPlace {
  return 'folder' in to ? openFolder(to.folder) : openBackupBucket({ ...s3!, bucket: to.bucket }, to.prefix)
}

/** The name of a file that is being written. A crash leaves it, and the next backup removes it. */
const unfinished = '.unfinished'

function openFolder(root: string): BackupPlace {
  const pathOf = (path: string) => join(root, path)
  return {
    label: root,
    fileOf: pathOf,
    async open(path) {
      return (await stat(pathOf(path)).catch(ignoreMissing)) && createReadStream(pathOf(path))
    },
    async write(path, content) {
      const file = pathOf(path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const temporary = `${file}.${randomUUID()}${unfinished}`
      try {
        const written = await writeFileDurably(temporary, content)
        await rename(temporary, file)
        await syncFolder(dirname(file))
        return written
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async move(from, to) {
      await mkdir(dirname(pathOf(to)), { recursive: true, mode: 0o700 })
      await rename(pathOf(from), pathOf(to))
    },
    remove: (path) => rm(pathOf(path), { recursive: path.endsWith('/'), force: true }),
    async *list(folder) {
      const entries = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(ignoreMissing)
      for (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile()) yield path.slice(join(root, sep).length).split(sep).join('/')
      }
    },
    async folders() {
      const entries = (await readdir(root, { withFileTypes: true }).catch(ignoreMissing)) ?? []
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
  }
}

async function writeFileDurably(path: string, content: Readable | Buffer): Promise<Written> {
  const digest = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      digest.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: digest.digest('hex') }
}

/** Removes what crashed backups have left below a folder. Only while no other backup runs. */
export async function removeUnfinished(place: BackupPlace, folder: string): Promise<void> {
  for await (const path of place.list(folder)) if (path.endsWith(unfinished)) await place.remove(path)
}

/** A part of the place as a file of this machine, for programs that read files. `close` removes it if it is a copy. */
export async function asLocalFile(
  place: BackupPlace,
  path: string,
): Promise<{ file: string; sha256: string; close(): Promise<void> }> {
  const stream = await place.open(path)
  if (!stream) throw new Error(`${place.label} has no ${path}.`)
  const digest = createHash('sha256')
  const own = place.fileOf?.(path)
  if (own !== undefined) {
    await pipeline(stream, digest)
    return { file: own, sha256: digest.digest('hex'), close: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-backup-'))
  const close = () => rm(folder, { recursive: true, force: true })
  const file = join(folder, 'part')
  try {
    stream.on('data', (chunk) => digest.update(chunk))
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
  } catch (error) {
    await close()
    throw error
  }
  return { file, sha256: digest.digest('hex'), close }
}

export async function readText(place: BackupPlace, path: string): Promise<string | undefined> {
  const stream = await place.open(path)
  return stream && Buffer.concat(await stream.toArray()).toString()
}
