import { expect, test } from 'vitest'
import { networkGroups } from './network-group.ts'

const groupOf = networkGroups(Buffer.alloc(32, 7))
const code = '00000000-0000-4000-8000-000000000001'
const numbers = Array.from({ length: 40 }, (_, n) => n)
const groups = (ip: (n: number) => string, address = (_: number) => code) =>
  new Set(numbers.map((n) => groupOf(ip(n), address(n)))).size

test('one customer of an IPv6 provider, with all networks of a /48, is one group [VD04]', () => {
  expect(groups((n) => `2001:db8:7:${n.toString(16)}::${n + 1}`)).toBe(1)
  expect(groups((n) => `2001:db8:${n.toString(16)}::1`)).toBeGreaterThan(10)
})

test('an IPv4 /24 is one group, also when it is written as IPv6 [VD04]', () => {
  expect(groups((n) => (n % 2 ? `203.0.113.${n}` : `::ffff:203.0.113.${n}`))).toBe(1)
  expect(groups((n) => `203.0.${n}.1`)).toBeGreaterThan(10)
})

test('a network has other groups for other codes [VD04]', () => {
  const address = (n: number) => code.slice(0, -2) + String(n).padStart(2, '0')
  expect(groups(() => '2001:db8:7::1', address)).toBeGreaterThan(10)
})
