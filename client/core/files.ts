import { sessionHeaders } from './http.ts'

/** The address of a public file. */
export function fileUrl({ hash, ext }: { hash: string; ext: string }): string {
  return `/api/files/${hash}${ext}`
}

/** A private file as a local address that <img> and <iframe> can show; the caller revokes it. */
export async function privateFileUrl(file: { hash: string; ext: string }): Promise<string> {
  const answer = await fetch(fileUrl(file), { headers: sessionHeaders() })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return URL.createObjectURL(await answer.blob())
}

/** Saves what a streamed route answers, such as a CSV, under a name. */
export async function download(url: string, name: string): Promise<void> {
  const answer = await fetch(url, { headers: sessionHeaders() })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  saveBlob(await answer.blob(), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
