import type { IncomingMessage } from 'node:http'
import { isLoopback, trustedProxyCheck } from './trusted-proxies.ts'

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** Whether a URL names this machine by a reserved name. */
export const isLoopbackUrl = (url: string): boolean => loopbackHost.test(new URL(url).host)

/** Headers that proxies set, but no development proxy of this machine. If one is present, the caller is on another machine. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether the caller is on this machine and addresses this machine: the connection and each forwarded address are loopback, and
 * so is each host name that the client used. Checking the name rejects pages whose own host name points to 127.0.0.1 (DNS
 * rebinding).
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const { host, 'x-forwarded-for': addresses, 'x-forwarded-host': hosts } = headers
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    loopbackHost.test(host ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    headerValues(addresses).every(isLoopback) &&
    headerValues(hosts).every((name) => loopbackHost.test(name))
  )
}

/**
 * Returns a check whether a proxy of this installation calls for itself. Calls that it passes on have the address of their caller in a
 * header.
 *
 * @param proxies `TRUSTED_PROXIES`
 */
export function isCallOfProxy(proxies: readonly string[]): (call: IncomingMessage) => boolean {
  const isProxy = trustedProxyCheck(proxies)
  return ({ headers, socket }) =>
    isProxy(socket.remoteAddress ?? '') &&
    [...proxyHeaders, 'x-forwarded-for', 'x-forwarded-host'].every((name) => headers[name] === undefined)
}

const headerValues = (header: string | string[] | undefined): string[] =>
  header === undefined ? [] : `${header}`.split(',').map((part) => part.trim())
