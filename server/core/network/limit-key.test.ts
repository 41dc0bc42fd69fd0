import { expect, test } from 'vitest'
import { hostKey, networkKey, siteKey } from './limit-key.ts'

test('counts an IPv4 address by itself for reads and by its /24 for writes', () => {
  expect([hostKey('192.0.2.7'), networkKey('192.0.2.7')]).toEqual(['192.0.2.7', '192.0.2'])
  expect(networkKey('192.0.2.250')).toBe(networkKey('192.0.2.7'))
  expect(networkKey('192.0.3.7')).not.toBe(networkKey('192.0.2.7'))
  expect(siteKey('192.0.2.7')).toBeUndefined()
})

test('counts an IPv4 address written as IPv6 as the IPv4 address', () => {
  for (const mapped of ['::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7']) {
    expect([hostKey(mapped), networkKey(mapped), siteKey(mapped)]).toEqual(['192.0.2.7', '192.0.2', undefined])
  }
})

test('counts IPv6 addresses by their /64 in any notation, and their site by its /48', () => {
  const one = '2001:db8:1:2::1'
  for (const other of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9']) {
    expect([hostKey(other), networkKey(other), siteKey(other)]).toEqual([hostKey(one), networkKey(one), siteKey(one)])
  }
  expect(networkKey('2001:db8:1:3::1')).not.toBe(networkKey(one))
  expect(siteKey('2001:db8:1:3::1')).toBe(siteKey(one))
  expect(siteKey('2001:db8:2:2::1')).not.toBe(siteKey(one))
})
