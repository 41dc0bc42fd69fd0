import { expect, test } from 'vitest'
import { contentDisposition } from './download.ts'

test('names a download as in RFC 6266: ASCII unchanged, other names encoded beside an ASCII name', () => {
  expect(contentDisposition('orders.csv')).toBe('attachment; filename="orders.csv"')
  expect(contentDisposition()).toBe('attachment')
  expect(contentDisposition('tea.jpg', 'inline')).toBe('inline; filename="tea.jpg"')
  expect(contentDisposition('Чай (1).csv')).toBe(
    `attachment; filename="___ (1).csv"; filename*=UTF-8''%D0%A7%D0%B0%D0%B9%20%281%29.csv`,
  )
  expect(contentDisposition('a"b\r\nc.csv')).toBe(
    `attachment; filename="a_b__c.csv"; filename*=UTF-8''a%22b%0D%0Ac.csv`,
  )
})
