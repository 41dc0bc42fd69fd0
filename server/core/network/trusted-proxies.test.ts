import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { ConfigError } from '#server/core/config-checks.ts'
import { callerIp, trustedProxyCheck } from './trusted-proxies.ts'

/** The caller as the server determines it for a request from `peer`. */
async function seen(proxies: readonly string[], peer: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxyCheck(proxies) })
  app.get('/', async (request) => callerIp(request))
  const { body } = await app.inject({ url: '/', remoteAddress: peer, headers: { 'x-forwarded-for': forwarded } })
  return body
}

test('accepts a forwarded address only from a trusted proxy', async () => {
  expect(await seen([], '127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await seen([], '172.18.0.1', '203.0.113.9')).toBe('172.18.0.1')
  const proxies = ['172.16.0.0/12', '2001:db8::1']
  expect(await seen(proxies, '::ffff:172.18.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await seen(proxies, '2001:db8::1', '203.0.113.9, 172.18.0.7')).toBe('203.0.113.9')
  expect(await seen(proxies, '2001:db8::2', '203.0.113.9')).toBe('2001:db8::2')
  // The part that the caller wrote into the header is before the part that a trusted proxy added.
  expect(await seen(proxies, '172.18.0.1', '10.0.0.1, 203.0.113.9')).toBe('203.0.113.9')
})

test('returns no address for invalid text', async () => {
  const said = (text: string) => seen([], '127.0.0.1', text)
  for (const text of ['unknown', '<script>', '', ' ', '203.0.113', '203.0.113.9, unknown', '_hidden']) {
    expect(await said(text)).toBe('127.0.0.1')
  }
  expect(await said('unknown, 203.0.113.9')).toBe('203.0.113.9')
  expect(await said('203.0.113.9:4711')).toBe('203.0.113.9')
  expect(await said('[2001:db8::9]:4711')).toBe('2001:db8::9')
  expect(await said('[2001:db8::9]')).toBe('2001:db8::9')
})

test('stops the start with the name of an invalid proxy rule', () => {
  for (const rule of [
    '172.16.0.0/33',
    'proxy',
    '10.0.0.0/',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/0x8',
    '10.0.0.0/1e1',
  ]) {
    expect(() => loadConfig({ TRUSTED_PROXIES: `10.0.0.1,${rule}` })).toThrow(ConfigError)
    expect(() => loadConfig({ TRUSTED_PROXIES: `10.0.0.1,${rule}` })).toThrow(`TRUSTED_PROXIES: ${rule}`)
  }
})
