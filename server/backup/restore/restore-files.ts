import { createReadStream } from 'node:fs'
import type { Manifest } from '#server/backup/manifest.ts'
import { asLocalFile, type BackupPlace } from '#server/backup/place/place.ts'
import { filePath, readFileList } from '#server/backup/write/copy-files.ts'
import type { Tell } from '#server/backup/write/progress.ts'
import type { Config } from '#server/core/config.ts'
import { openFileStore } from '#server/core/files/file-store.ts'

const dayMs = 86_400_000

/** Copies the files that the store does not have. A file whose content is damaged in the place is left out and named. */
export async function restoreFiles(
  place: BackupPlace,
  store: Pick<Config, 'dataDir' | 's3'>,
  manifest: Manifest,
  tell: Tell,
): Promise<{ restored: number; damaged: string[] }> {
  const files = openFileStore(store)
  const lines = await readFileList(place, manifest.name)
  if (lines?.length !== manifest.files.count) throw new Error('The list of files in the place is not complete.')
  const there = new Set<string>()
  for await (const names of files.olderThan(new Date(Date.now() + dayMs), 1000))
    for (const name of names) there.add(name)
  const damaged: string[] = []
  let restored = 0
  for (const [index, { name, sha256 }] of lines.entries()) {
    if (!there.has(name)) {
      const copy = await asLocalFile(place, filePath(sha256)).catch(() => undefined)
      if (copy?.sha256 === sha256) {
        await files.restore(name, createReadStream(copy.file))
        restored++
      } else damaged.push(name)
      await copy?.close()
    }
    await tell('files', index + 1, lines.length)
  }
  return { restored, damaged }
}
