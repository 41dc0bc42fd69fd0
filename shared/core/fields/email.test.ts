import { expect, test } from 'vitest'
import { Registration } from '#shared/auth/contract.ts'
import { BusinessInput } from '#shared/business/contract.ts'
import { UserInput } from '#shared/user/contract.ts'
import { Email, OptionalEmail } from './email.ts'

const hostile = [
  'foo<victim@x.com>',
  '<victim@x.com>',
  'foo <victim@x.com>',
  '"foo"<victim@x.com>',
  '"victim@x.com"@y.com',
  '"a b"@x.com',
  'a@x.com,victim@x.com',
  'a@x.com;victim@x.com',
  'a@x.com victim@x.com',
  'group:victim@x.com;',
  'a(comment)@x.com',
  'a@x.com(comment)',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@2130706433',
  'a@localhost',
  'a@x.c',
  'a@x.com.',
  'a@.x.com',
  'a@x..com',
  'a@-x.com',
  'a@x_y.com',
  'a@b@x.com',
  '@x.com',
  'a@',
  'victim@x.com%0abcc:a@y.com',
  'victim@x.com\r\nbcc: a@y.com',
  'a\n@x.com',
  'a\0@x.com',
  'a\\@x.com',
  'a@x.com/../y',
  'mailto:a@x.com',
  // Some non-ASCII letters become ASCII in lower case, which would make another person's e-mail.
  'mi\u212ae@x.com',
  'a@\u212aelvin.com',
  'a@exam\u200bple.com',
  'a\u202e@x.com',
  'а@x.com',
  'a@xn--.com-',
  `${'a'.repeat(250)}@x.com`,
]

test.each(hostile)('rejects the e-mail %j in every contract', (address) => {
  expect(Email.safeParse(address).success).toBe(false)
  expect(OptionalEmail.safeParse(address).success).toBe(false)
  for (const form of [Registration, UserInput, BusinessInput]) {
    const { error } = form.safeParse({ email: address, details: { email: address } })
    expect(error!.issues.map(({ path }) => path.join('.'))).toContain(
      form === BusinessInput ? 'details.email' : 'email',
    )
  }
})

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['first.last+tag@sub.example.com', 'first.last+tag@sub.example.com'],
  ["o'brien@x-y.example", "o'brien@x-y.example"],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@xn--e1afmkfd.xn--p1ai'],
])('stores the e-mail %j as %j', (written, stored) => {
  expect(Email.parse(written)).toBe(stored)
  expect(OptionalEmail.parse(written)).toBe(stored)
  expect(Email.parse(stored)).toBe(stored)
})

test('accepts a blank optional e-mail, and rejects a blank required one', () => {
  expect([OptionalEmail.parse(undefined), OptionalEmail.parse(' ')]).toEqual(['', ''])
  expect(Email.safeParse('').success).toBe(false)
})
