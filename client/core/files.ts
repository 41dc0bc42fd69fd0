import { Refused } from './api.ts'
import { sessionHeaders } from './http.ts'
import { localeTag } from './locale.ts'
import { Unreachable } from './plain-send.ts'
import { preferences } from './preferences.ts'
import { refreshSession } from './session.ts'

/** The address of a public file. */
export function fileUrl({ hash, ext }: { hash: string; ext: string }): string {
  return `/api/files/${hash}${ext}`
}

/** A private file as a local address that <img> and <iframe> can show; the caller revokes it. */
export async function privateFileUrl(file: { hash: string; ext: string }): Promise<string> {
  return URL.createObjectURL(await fetchBlob(fileUrl(file)))
}

/** Saves what a streamed route answers, such as a CSV, under a name. Rejects with `Refused` or `Unreachable`. */
export async function download(url: string, name: string): Promise<void> {
  saveBlob(await fetchBlob(url), name)
}

/** The whole answer or an error: what is cut off on the way is never taken for a file. */
async function fetchBlob(url: string): Promise<Blob> {
  const language = localeTag[preferences.getState().language]
  const attempt = () => fetch(url, { headers: { 'accept-language': language, ...sessionHeaders() } })
  try {
    let answer = await attempt()
    if (answer.status === 401 && (await refreshSession())) answer = await attempt()
    if (answer.ok) return await answer.blob()
    throw new Refused(answer.status, parse(await answer.text()))
  } catch (cause) {
    throw cause instanceof Refused ? cause : new Unreachable('The file did not arrive', { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
