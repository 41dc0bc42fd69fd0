const fileHash = /^[0-9a-f]{64}$/

/** The SHA-256 of the pictures and documents that a statement names: objects with a `hash`, at any place. */
export function namedFiles(statement: unknown): string[] {
  if (typeof statement !== 'object' || statement === null) return []
  const { hash } = statement as { hash?: unknown }
  const own = typeof hash === 'string' && fileHash.test(hash) ? [hash] : []
  return [...own, ...Object.values(statement).flatMap(namedFiles)]
}
