/**
 * Names that resolve only in a private network: the reserved ones (RFC 6761, 6762, 7686, 8375, 9476, `internal` of
 * ICANN) and those commonly used by routers and offices.
 */
const privateNames = new Set([
  ...['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'domain', 'home', 'intranet', 'lan', 'localdomain', 'mail', 'private', 'workgroup'],
])

/** Public domains whose subdomains resolve to any IP address in their name, or to loopback. */
const addressDomains = [
  ...['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com'],
  ...['1u.ms', 'rbndr.us'],
]
const isLabel = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/
/** Four numbers with dots or hyphens between them: such names are made for IP addresses. */
const containsAddress = /(^|[.-])(\d{1,3}[.-]){3}\d{1,3}([.-]|$)/

/**
 * Whether a URL can be on the public internet: a host name of at least two labels, at the default port. Numeric
 * IP addresses are rejected in any range and notation: the URL parser normalizes them to digits or brackets.
 */
export function isPublicHost({ hostname, port }: Pick<URL, 'hostname' | 'port'>): boolean {
  const name = hostname.replace(/\.$/, '')
  const labels = name.split('.')
  const last = labels.at(-1)!
  const isName = labels.length > 1 && labels.every((label) => isLabel.test(label)) && /^[a-z]/.test(last)
  if (port !== '' || !isName || privateNames.has(last) || containsAddress.test(name)) return false
  return !addressDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}
