import { growingPause } from '#client/core/async/growing-pause.ts'
import { ApiError } from '#client/core/http/api.ts'
import { sessionHeaders, withTokenRefresh } from '#client/core/http/authorized-fetch.ts'
import { readResponse, sendRequest, withNetworkError } from '#client/core/http/request.ts'
import { fileUrl } from './file-url.ts'
import { saveBlob } from './save-file.ts'

/** Returns an object URL of a private file, for <img> and <iframe>. The caller must revoke it. */
export async function privateFileUrl(file: { hash: string; ext: string }): Promise<string> {
  return URL.createObjectURL(await fetchBlob(fileUrl(file)))
}

/** Saves the response of a streamed route, such as a CSV, under a file name. */
export async function download(url: string, name: string): Promise<void> {
  saveBlob(await fetchBlob(url), name)
}

/**
 * Fetches a file that requires the session. Fails like other calls: `ApiError` with the text of the server, or
 * `NetworkError`.
 */
export async function fetchBlob(url: string): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(url)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || attempt === maxAttempts) throw error
      const asked = error.retryAfter === undefined ? undefined : Math.min(error.retryAfter * 1000, pauses.max)
      await delay(asked ?? growingPause(attempt - 1, pauses))
    }
  }
}

/** Requests of one file: the server responds 503 while it already generates as many files as it can. Together half a minute. */
const maxAttempts = 5
const pauses = { first: 4_000, max: 8_000 }

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function fetchOnce(url: string): Promise<Blob> {
  return withNetworkError('The file could not be fetched', async () => {
    const response = await withTokenRefresh(() => sendRequest(url, { headers: sessionHeaders() }))
    if (response.ok) return response.blob()
    const { status, body, retryAfter } = await readResponse(response)
    throw new ApiError(status, body, retryAfter)
  })
}
