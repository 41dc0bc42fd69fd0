export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The part of a chosen place that is used. https://wicg.github.io/file-system-access/ */
type WritableFile = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'>
type SaveFilePicker = { showSaveFilePicker?: (options: { suggestedName: string }) => Promise<WritableFile> }

/** A place for a file that a person chooses, `cancelled` if they choose none; undefined where the browser only downloads. */
export async function pickSaveLocation(name: string): Promise<WritableFile | 'cancelled' | undefined> {
  try {
    return await (globalThis as SaveFilePicker).showSaveFilePicker?.({ suggestedName: name })
  } catch (error) {
    // Blocked by browser settings or by the embedding page.
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
