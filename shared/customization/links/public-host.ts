/**
 * Names that only a network of one's own answers: the reserved ones (RFC 6761, 6762, 7686, 8375, 9476, `internal` of ICANN) and those
 * that routers and offices use in their place.
 */
const privateNames = new Set([
  ...['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'domain', 'home', 'intranet', 'lan', 'localdomain', 'mail', 'private', 'workgroup'],
])

/**
 * Whether an address may be one of the public internet: a name of at least two labels, at the usual port. An address in numbers is
 * nobody's name, whatever range it is of and however it is written: the URL parser writes them all with digits or brackets.
 */
export function isPublicHost({ hostname, port }: URL): boolean {
  const labels = hostname.replace(/\.$/, '').split('.')
  const last = labels.at(-1)!
  return port === '' && labels.length > 1 && labels.every(Boolean) && /^[a-z]/.test(last) && !privateNames.has(last)
}
