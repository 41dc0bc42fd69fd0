import { expect, test } from 'vitest'
import { ipLimitKey, networkLimitKey, siteLimitKey } from './limit-key.ts'

test('counts an IPv4 address by itself for reads and by its /24 for writes', () => {
  expect([ipLimitKey('192.0.2.7'), networkLimitKey('192.0.2.7')]).toEqual(['192.0.2.7', '192.0.2'])
  expect(networkLimitKey('192.0.2.250')).toBe(networkLimitKey('192.0.2.7'))
  expect(networkLimitKey('192.0.3.7')).not.toBe(networkLimitKey('192.0.2.7'))
  expect(siteLimitKey('192.0.2.7')).toBeUndefined()
})

test('counts an IPv4 address written as IPv6 as the IPv4 address', () => {
  for (const mapped of ['::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7']) {
    expect([ipLimitKey(mapped), networkLimitKey(mapped), siteLimitKey(mapped)]).toEqual([
      '192.0.2.7',
      '192.0.2',
      undefined,
    ])
  }
})

test('counts IPv6 addresses by their /64 in any notation, and their site by its /48', () => {
  const one = '2001:db8:1:2::1'
  for (const other of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9']) {
    expect([ipLimitKey(other), networkLimitKey(other), siteLimitKey(other)]).toEqual([
      ipLimitKey(one),
      networkLimitKey(one),
      siteLimitKey(one),
    ])
  }
  expect(networkLimitKey('2001:db8:1:3::1')).not.toBe(networkLimitKey(one))
  expect(siteLimitKey('2001:db8:1:3::1')).toBe(siteLimitKey(one))
  expect(siteLimitKey('2001:db8:2:2::1')).not.toBe(siteLimitKey(one))
})
