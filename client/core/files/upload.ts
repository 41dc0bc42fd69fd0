import { whileUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { ApiError, urlOf } from '#client/core/http/api.ts'
import { sessionHeaders, withTokenRefresh } from '#client/core/http/authorized-fetch.ts'
import { NetworkError, parseBody, requestHeaders } from '#client/core/http/request.ts'
import { mediaContract, type Purpose, type Upload } from '#shared/media/contract.ts'

type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal }

/**
 * Uploads one file; `onProgress` receives the sent share, 0 to 1. Uses XMLHttpRequest, because `fetch` reports no upload
 * progress.
 */
export async function uploadFile(file: File, purpose: Purpose, options: UploadOptions = {}): Promise<Upload> {
  const response = await whileUnsaved(withTokenRefresh(() => sendForm(file, purpose, options)))
  if (response.status >= 400) throw new ApiError(response.status, response.body)
  return mediaContract.upload.answer.parse(response.body)
}

function sendForm(file: File, purpose: Purpose, { onProgress, signal }: UploadOptions) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlOf(mediaContract.upload, { query: { purpose } }))
    for (const [name, value] of Object.entries(requestHeaders(sessionHeaders()))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: parseBody(request.responseText) })
    request.onerror = () => reject(new NetworkError('The upload was interrupted'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
