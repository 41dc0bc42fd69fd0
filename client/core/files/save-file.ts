export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The part of FileSystemFileHandle that is used. https://wicg.github.io/file-system-access/ */
type WritableFile = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'>
type SaveFilePicker = { showSaveFilePicker?: (options: { suggestedName: string }) => Promise<WritableFile> }

/**
 * Asks the user where to save a file. Returns `cancelled` if the user cancels, and undefined where the browser has no
 * save dialog and only downloads.
 */
export async function pickSaveLocation(name: string): Promise<WritableFile | 'cancelled' | undefined> {
  try {
    return await (globalThis as SaveFilePicker).showSaveFilePicker?.({ suggestedName: name })
  } catch (error) {
    // The dialog is blocked by browser settings or by the embedding page.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') return undefined
    return 'cancelled'
  }
}

/** Writes to a chosen file. Returns its content, read back from the browser. */
export async function writeFileTo(place: WritableFile, blob: Blob): Promise<Blob> {
  const stream = await place.createWritable()
  await stream.write(blob)
  await stream.close()
  return place.getFile()
}
