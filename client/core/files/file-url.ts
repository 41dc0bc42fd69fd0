/** The URL of a public file. */
export function fileUrl({ hash, ext }: { hash: string; ext: string }): string {
  return `/api/files/${hash}${ext}`
}
