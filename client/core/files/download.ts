import { ApiError } from '#client/core/http/api.ts'
import { sessionHeaders, withTokenRefresh } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/fetch-json.ts'
import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'

/** The address of a public file. */
export function fileUrl({ hash, ext }: { hash: string; ext: string }): string {
  return `/api/files/${hash}${ext}`
}

/** A private file as a local address that <img> and <iframe> can show; the caller revokes it. */
export async function privateFileUrl(file: { hash: string; ext: string }): Promise<string> {
  return URL.createObjectURL(await fetchBlob(fileUrl(file)))
}

/** Saves what a streamed route answers, such as a CSV, under a name. */
export async function download(url: string, name: string): Promise<void> {
  saveBlob(await fetchBlob(url), name)
}

/** Bytes that only the session may read. Fails as other calls do: `Refused` with the server's words, or `NetworkError`. */
async function fetchBlob(url: string): Promise<Blob> {
  const language = localeTag[preferences.getState().language]
  const get = () => fetch(url, { headers: { 'accept-language': language, ...sessionHeaders() } })
  try {
    const answer = await withTokenRefresh(get)
    if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => undefined))
    return await answer.blob()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new NetworkError('The file could not be fetched', { cause })
  }
}

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

/** A place for a file that a person chooses, `given up` if they choose none; undefined where the browser only downloads. */
export async function pickSaveLocation(name: string): Promise<WritableFile | 'given up' | undefined> {
  try {
    return await (globalThis as SaveFilePicker).showSaveFilePicker?.({ suggestedName: name })
  } catch (error) {
    // Forbidden by the settings of the browser or of whoever frames the page.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') return undefined
    return 'given up'
  }
}

/** Writes to a chosen place. Answers what stands there afterwards, as the browser reads it. */
export async function writeFileTo(place: WritableFile, blob: Blob): Promise<Blob> {
  const stream = await place.createWritable()
  await stream.write(blob)
  await stream.close()
  return place.getFile()
}
