import type { Dexie, Table } from 'dexie'
import { create } from 'zustand'
import { userDatabase } from '#client/core/drafts/user-database.ts'
import { uploadFile } from '#client/core/files/upload.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import type { Purpose } from '#shared/media/contract.ts'

/** A file that was chosen and is uploaded when the customization is saved. Its draft names it by the hash of its bytes. */
export type ChosenFile = {
  hash: string
  skuId: string
  file: Blob
  name: string
  purpose: Purpose
  /** What the server made of it, once it was uploaded. */
  stored?: StoredFile
}
type ChosenFileWithUrl = ChosenFile & { url: string }

/** The chosen files of the product that is edited, by hash. They survive a reload with the draft that names them. */
export const chosenFiles = create<{ files: Readonly<Record<string, ChosenFileWithUrl>> }>()(() => ({ files: {} }))

const extensions: Record<string, string> = { 'image/jpeg': '.jpg', 'image/png': '.png', 'application/pdf': '.pdf' }

type Database = Dexie & { files: Table<ChosenFile, [skuId: string, hash: string]> }
const database = userDatabase<Database>('chosen', { files: '[skuId+hash], skuId' })

/** A browser without room or without IndexedDB keeps the files as long as the tab. */
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

/** Takes a file into the draft of a product, under a name that is free there. */
export async function addChosenFile(file: File, skuId: string, purpose: Purpose, name: string): Promise<StoredFile> {
  const bytes = await file.arrayBuffer()
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const row: ChosenFile = { hash, skuId, file: new Blob([bytes], { type: file.type }), name, purpose }
  if (!chosenFiles.getState().files[hash]) {
    chosenFiles.setState(({ files }) => ({ files: { ...files, [hash]: withObjectUrl(row) } }))
    await ignoreFailure(database().files.put(row))
  }
  return { hash, ext: extensions[file.type] ?? '.png', name, mime: file.type, size: file.size }
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Uploads those of the files that the server does not have yet, one after another; answers what the server calls each.
 * What was uploaded before it failed is not sent again the next time.
 *
 * @param onCount hears the number of the file that is under way, from 1, and of how many
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

/** The server does not know the uploads any more: they are sent again. */
export async function resetUploads(skuId: string): Promise<void> {
  chosenFiles.setState(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).map(([hash, { stored: _, ...file }]) => [hash, file])),
  }))
  await ignoreFailure(
    database()
      .files.where({ skuId })
      .modify((row) => {
        delete row.stored
      }),
  )
}

/** The draft was saved or given up. */
export async function deleteChosenFiles(skuId: string): Promise<void> {
  clearChosenFiles()
  await ignoreFailure(database().files.where({ skuId }).delete())
}
