import type { Dexie, Table } from 'dexie'
import { create } from 'zustand'
import { userDatabase } from '#client/core/drafts/user-database.ts'
import { uploadFile } from '#client/core/files/upload.ts'
import { hexOf } from '#shared/core/bytes.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import type { Purpose } from '#shared/media/contract.ts'

/** A file that was chosen and is uploaded when the customization is saved. The draft refers to it by its hash. */
type ChosenFile = {
  hash: string
  skuId: string
  file: Blob
  name: string
  purpose: Purpose
  /** The uploaded file as the server returned it; absent before the upload. */
  stored?: StoredFile
}
type ChosenFileWithUrl = ChosenFile & { url: string }

/**
 * The chosen files of the edited product, by hash. They are stored, so that they survive a reload together with the
 * draft.
 */
export const chosenFiles = create<{ files: Readonly<Record<string, ChosenFileWithUrl>> }>()(() => ({ files: {} }))

const extensions: Record<string, string> = { 'image/jpeg': '.jpg', 'image/png': '.png', 'application/pdf': '.pdf' }

type Database = Dexie & { files: Table<ChosenFile, [skuId: string, hash: string]> }
const database = userDatabase<Database>('chosen', { files: '[skuId+hash], skuId' })

/** If IndexedDB is full or missing, the files are only kept in memory. */
const ignoreFailure = (work: Promise<unknown>) => work.catch(() => undefined)

export async function loadChosenFiles(skuId: string): Promise<void> {
  clearChosenFiles()
  const rows = await database()
    .files.where({ skuId })
    .toArray()
    .catch(() => [])
  chosenFiles.setState({ files: Object.fromEntries(rows.map((row) => [row.hash, withObjectUrl(row)])) })
}

const withObjectUrl = (row: ChosenFile): ChosenFileWithUrl => ({ ...row, url: URL.createObjectURL(row.file) })

function clearChosenFiles(): void {
  for (const { url } of Object.values(chosenFiles.getState().files)) URL.revokeObjectURL(url)
  chosenFiles.setState({ files: {} })
}

/** Adds a file to the draft of a product, under a name that is not used there. */
export async function addChosenFile(file: File, skuId: string, purpose: Purpose, name: string): Promise<StoredFile> {
  const bytes = await file.arrayBuffer()
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const row: ChosenFile = { hash, skuId, file: new Blob([bytes], { type: file.type }), name, purpose }
  if (!chosenFiles.getState().files[hash]) {
    chosenFiles.setState(({ files }) => ({ files: { ...files, [hash]: withObjectUrl(row) } }))
    await ignoreFailure(database().files.put(row))
  }
  return { hash, ext: extensions[file.type] ?? '.png', name, mime: file.type, size: file.size }
}

/**
 * Uploads the files that the server does not have yet, one after another. Returns the server's reference of each. After
 * a failure, the next call does not upload completed files again.
 * @param onCount receives the number of the current file, from 1, and the total
 */
export async function uploadChosenFiles(
  wanted: readonly StoredFile[],
  onCount: (number: number, of: number) => void,
): Promise<(file: StoredFile) => StoredFile> {
  const { files } = chosenFiles.getState()
  const hashes = [...new Set(wanted.map(({ hash }) => hash))]
  const waiting = hashes.flatMap((hash) => (files[hash] && !files[hash].stored ? [files[hash]] : []))
  for (const [index, { hash, skuId, file, name, purpose }] of waiting.entries()) {
    onCount(index + 1, waiting.length)
    const upload = await uploadFile(new File([file], name, { type: file.type }), purpose)
    const stored: StoredFile = { hash: upload.hash, ext: upload.ext, name, mime: upload.mime, size: upload.size }
    chosenFiles.setState(({ files }) => ({ files: { ...files, [hash]: { ...files[hash]!, stored } } }))
    await ignoreFailure(database().files.update([skuId, hash], { stored }))
  }
  return (file) => {
    const stored = chosenFiles.getState().files[file.hash]?.stored
    return stored ? { ...stored, name: file.name } : file
  }
}

/** The server no longer has the uploads, so they are sent again. */
export async function resetUploads(skuId: string): Promise<void> {
  chosenFiles.setState(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).map(([hash, file]) => [hash, omit(file, 'stored')])),
  }))
  await ignoreFailure(
    database()
      .files.where({ skuId })
      .modify((row) => {
        delete row.stored
      }),
  )
}

/** Deletes the files when the draft was saved or discarded. */
export async function deleteChosenFiles(skuId: string): Promise<void> {
  clearChosenFiles()
  await ignoreFailure(database().files.where({ skuId }).delete())
}
