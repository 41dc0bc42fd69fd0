/**
 * Names that resolve only in a private network: the reserved ones (RFC 6761, 6762, 7686, 8375, 9476, `internal` of
 * ICANN) and those commonly used by routers and offices.
 */
const privateNames = new Set([
  ...['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'domain', 'home', 'intranet', 'lan', 'localdomain', 'mail', 'private', 'workgroup'],
])

/**
 * Whether a URL can be on the public internet: a host name of at least two labels, at the default port. Numeric
 * IP addresses are rejected in any range and notation: the URL parser normalizes them to digits or brackets.
 */
export function isPublicHost({ hostname, port }: URL): boolean {
  const labels = hostname.replace(/\.$/, '').split('.')
  const last = labels.at(-1)!
  return port === '' && labels.length > 1 && labels.every(Boolean) && /^[a-z]/.test(last) && !privateNames.has(last)
}
