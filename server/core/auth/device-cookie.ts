import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/core/config.ts'
import type { Services } from '#server/core/services.ts'
import { cookieSettings } from './cookie.ts'

const lifetimeDays = 400
const maxAccounts = 8

type Device = { id: string; accounts: string[] }

/**
 * The device cookie of a device on which a user signed in to the account before. It grants no access: it only separates
 * the attempt counters of known devices from others.
 */
export function findKnownDevice(request: FastifyRequest, config: Config, accountId: string): string | undefined {
  const device = readDeviceCookie(request, config)
  return device?.accounts.includes(accountId) ? device.id : undefined
}

/** The accounts that signed in on this device, the latest first. */
export const accountsOfDevice = (request: FastifyRequest, config: Config): readonly string[] =>
  readDeviceCookie(request, config)?.accounts ?? []

/**
 * Call it after a commit that proved the owner of the account on this device. The cookie outlives the session, because its
 * purpose is the next sign-in.
 */
export function rememberDevice(
  { request, reply, services: { config } }: { request: FastifyRequest; reply: FastifyReply; services: Services },
  accountId: string,
): void {
  const { id = randomUUID(), accounts = [] } = readDeviceCookie(request, config) ?? {}
  const latest = [accountId, ...accounts.filter((known) => known !== accountId)].slice(0, maxAccounts)
  const { name, options } = cookieSettings(config, 'device')
  reply.setCookie(name, [id, ...latest].join('.'), { ...options, signed: true, maxAge: lifetimeDays * 86_400 })
}

function readDeviceCookie(request: FastifyRequest, config: Config): Device | undefined {
  const cookie = request.cookies[cookieSettings(config, 'device').name]
  const { valid, value } = cookie ? request.unsignCookie(cookie) : { valid: false, value: null }
  if (!valid || !value) return undefined
  const [id, ...accounts] = value.split('.')
  return { id: id!, accounts }
}
