/**
 * Whether bytes are a web page or another text: servers and proxies answer with one when they cannot send a file, and programs
 * save it under the name of the file.
 */
export function isMessage(bytes: Uint8Array): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: texts of servers have none but these.
    return /^[^\u0000-\u0008\u000e-\u001f]+$/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
