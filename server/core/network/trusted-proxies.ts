import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A proxy on this machine is always trusted. Checked for every request, so the address is not parsed. */
export const isLoopback = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address)

/** A rule of `TRUSTED_PROXIES`: an address, or a network in CIDR notation. Undefined if it is neither. */
export function parseNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  return version > 0 && bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** Whether a proxy is trusted to report the address of the caller: those on this machine, and the configured ones. */
export function trustedProxyCheck(proxies: readonly string[]): (address: string) => boolean {
  if (proxies.length === 0) return isLoopback
  const isNamed = networkCheck(proxies)
  return (address) => isLoopback(address) || isNamed(address)
}

/** Whether an IP address is in one of the networks. */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const named = new BlockList()
  for (const { address, bits, family } of networks.flatMap((text) => parseNetwork(text) ?? []))
    named.addSubnet(address, bits, family)
  return (address) => named.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The address of the caller. Uses the part of `X-Forwarded-For` after the last invalid entry, so that a caller who sends
 * `unknown` or other text is identified by the nearest proxy with a valid entry. Removes ports, which some proxies add.
 */
export function callerIp(request: FastifyRequest): string {
  const { headers } = request.raw
  const forwardedFor = headers['x-forwarded-for']
  if (forwardedFor !== undefined) {
    const words = `${forwardedFor}`.split(',').map((word) => withoutPort(word.trim()))
    headers['x-forwarded-for'] = words.slice(words.findLastIndex((word) => isIP(word) === 0) + 1).join(', ')
  }
  return request.ip
}

/** An IP address without its port; anything else as it is. */
export const withoutPort = (text: string): string => {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  return bracketed ?? plain ?? text
}
