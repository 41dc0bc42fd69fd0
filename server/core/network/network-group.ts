import { createHmac, hash } from 'node:crypto'
import { networkKey } from './limit-key.ts'

/** Groups that the networks of the world are hashed into, for each code in another way. */
const GROUPS = 64

/**
 * The group of a visitor's network (IPv4 /24, IPv6 /64) for one code. Two visits of a code can be told to come from different
 * networks for as long as the code is remembered, and that is all: some 260,000 IPv4 networks share each group, and the same
 * network is in another group for another code.
 */
export function networkGroups(codeKey: Uint8Array): (ip: string, address: string) => number {
  const key = createHmac('sha256', codeKey).update('assay network group').digest('hex')
  return (ip, address) => hash('sha256', `${key}${address}${networkKey(ip)}`, 'buffer')[0]! % GROUPS
}
