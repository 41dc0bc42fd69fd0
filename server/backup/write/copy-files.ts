import { Readable } from 'node:stream'
import { FileLine, type Manifest } from '#server/backup/manifest.ts'
import { type BackupPlace, readText } from '#server/backup/place/place.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import type { Tell } from './progress.ts'

export const filePath = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}`

/** The files of a backup. Undefined if the list is not there. */
export async function readFileList(place: BackupPlace, name: string): Promise<FileLine[] | undefined> {
  const text = await readText(place, `${name}/files.jsonl`)
  return text?.split('\n').flatMap((line) => (line ? [FileLine.parse(JSON.parse(line))] : []))
}

/**
 * Copies the files that the place does not have. The content of a name never changes, so what an earlier backup knows of it is not
 * read again.
 */
export async function copyFiles(
  place: BackupPlace,
  store: FileStore,
  { names, known, folder }: { names: readonly string[]; known: readonly FileLine[]; folder: string },
  tell: Tell,
): Promise<Manifest['files']> {
  const there = new Set<string>()
  for await (const path of place.list('files/')) there.add(path.slice(path.lastIndexOf('/') + 1))
  const before = new Map(known.map((line) => [line.name, line]))
  const lines: FileLine[] = []
  let missing = 0
  for (const [index, name] of names.entries()) {
    const earlier = before.get(name)
    const line = earlier && there.has(earlier.sha256) ? earlier : await copyOne(place, store, name, there)
    if (line) lines.push(line)
    else missing++
    await tell('files', index + 1, names.length)
  }
  const text = lines.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((line) => `${JSON.stringify(line)}\n`)
  const list = await place.write(`${folder}/files.jsonl`, Readable.from(text.map((line) => Buffer.from(line))))
  return { count: lines.length, bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0), missing, list }
}

/** Writes the content under its digest, which is known when all of it is read. */
async function copyOne(
  place: BackupPlace,
  store: FileStore,
  name: string,
  there: Set<string>,
): Promise<FileLine | undefined> {
  const found = await store.open(name)
  if (!found) return undefined
  // The name of a public file is its digest.
  if (there.has(name)) {
    found.stream.destroy()
    return { name, sha256: name, bytes: found.size }
  }
  const { sha256, bytes } = await place.write(`files/incoming/${name}`, found.stream)
  if (!there.has(sha256)) await place.move(`files/incoming/${name}`, filePath(sha256))
  else await place.remove(`files/incoming/${name}`)
  there.add(sha256)
  return { name, sha256, bytes }
}
