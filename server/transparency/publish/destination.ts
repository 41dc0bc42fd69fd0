import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import type { LogFilesConfig } from '#server/core/environment-values.ts'
import { ignoreMissing } from '#server/core/files/disk.ts'
import { openBucket } from './bucket.ts'

/** The content type and the cache header of a file. The routes of the web process use the same values. */
export type LogFileKind = {
  type: 'application/octet-stream' | 'text/plain; charset=utf-8' | 'application/json; charset=utf-8'
  caching: string
}

/** Where the files of the log are published, by the path below `/log/`. */
export type LogDestination = {
  read(path: string): Promise<string | undefined>
  readBytes(path: string): Promise<Buffer | undefined>
  /** Resolves when the file is stored: readers see the old one or the new one. */
  write(path: string, content: Uint8Array, kind: LogFileKind): Promise<void>
  /** Removes all files whose path begins with this one and a slash. */
  removeFolder(path: string): Promise<void>
}

export function openDestination(logFiles: LogFilesConfig, s3: Config['s3']): LogDestination {
  return 'folder' in logFiles
    ? openFolder(logFiles.folder)
    : openBucket({ ...s3!, bucket: logFiles.bucket }, logFiles.prefix)
}

function openFolder(root: string): LogDestination {
  return {
    read: (path) => readFile(join(root, path), 'utf8').catch(ignoreMissing),
    readBytes: (path) => readFile(join(root, path)).catch(ignoreMissing),
    async write(path, content) {
      const file = join(root, path)
      const temporary = `${file}.${randomUUID()}.new`
      await mkdir(dirname(file), { recursive: true })
      await writeFile(temporary, content, { flush: true })
      await rename(temporary, file)
    },
    removeFolder: (path) => rm(join(root, path), { recursive: true, force: true }),
  }
}
