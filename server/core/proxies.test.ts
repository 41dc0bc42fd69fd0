import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { trustOf } from './proxies.ts'

/** The caller as a server sees them that is asked by `peer`. */
async function callerOf(proxies: readonly string[], peer: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: trustOf(proxies) })
  app.get('/', async ({ ip }) => ip)
  const { body } = await app.inject({ url: '/', remoteAddress: peer, headers: { 'x-forwarded-for': forwarded } })
  return body
}

test('only a proxy that is trusted may say for whom it asks', async () => {
  expect(await callerOf([], '127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await callerOf([], '172.18.0.1', '203.0.113.9')).toBe('172.18.0.1')
  const proxies = ['172.16.0.0/12', '2001:db8::1']
  expect(await callerOf(proxies, '::ffff:172.18.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await callerOf(proxies, '2001:db8::1', '203.0.113.9, 172.18.0.7')).toBe('203.0.113.9')
  expect(await callerOf(proxies, '2001:db8::2', '203.0.113.9')).toBe('2001:db8::2')
  // What the caller wrote into the header stands before what a trusted proxy added.
  expect(await callerOf(proxies, '172.18.0.1', '10.0.0.1, 203.0.113.9')).toBe('203.0.113.9')
})

test('a rule that is no address and no network stops the start, by name', () => {
  for (const rule of ['172.16.0.0/33', 'proxy', '10.0.0.0/', '::1/129', '10.0.0.0/8/8']) {
    expect(() => loadConfig({ TRUSTED_PROXIES: `10.0.0.1,${rule}` })).toThrow(ConfigError)
    expect(() => loadConfig({ TRUSTED_PROXIES: `10.0.0.1,${rule}` })).toThrow(`TRUSTED_PROXIES: ${rule}`)
  }
})
