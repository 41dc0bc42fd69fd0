import { createHmac, hash } from 'node:crypto'
import { networkLimitKey, siteLimitKey } from './limit-key.ts'

/** Number of groups into which the networks are hashed, differently for each code. */
const groupCount = 64

/**
 * The group of a visitor's network for one code: the /24 of an IPv4 address, and the /48 of an IPv6 address, because one customer
 * has up to 65,536 networks of its size /64. As long as the visits of a code are stored, two of them
 * can be recognised as coming from different networks, and nothing more: about 260,000 IPv4 networks share each group, and a
 * network has different groups for different codes.
 */
export function networkGroups(codeKey: Uint8Array): (ip: string, address: string) => number {
  const key = createHmac('sha256', codeKey).update('assay network group').digest('hex')
  return (ip, address) =>
    Number.parseInt(
      hash('sha256', `${key}${address}${siteLimitKey(ip) ?? networkLimitKey(ip)}`, 'hex').slice(0, 2),
      16,
    ) % groupCount
}
