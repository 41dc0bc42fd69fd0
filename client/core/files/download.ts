import { ApiError } from '#client/core/http/api.ts'
import { sessionHeaders, withTokenRefresh } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/fetch-json.ts'
import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { fileUrl } from './file-url.ts'
import { saveBlob } from './save-file.ts'

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
