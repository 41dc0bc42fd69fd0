import { expect, test } from 'vitest'
import { merchantCode } from './rules.ts'

test.each([
  ['Highland Tea Company', 'highland-tea-company'],
  ['  Café & Crème, Ltd. ', 'cafe-creme-ltd'],
  ['Чайная компания «Северный ветер»', 'чайная-компания-северный-ветер'],
  ['Ёлка', 'ёлка'],
  ['№ 1', 'no-1'],
  ['!!!', ''],
])('the code that “%s” suggests is “%s” [AU02]', (name, code) => {
  expect(merchantCode(name)).toBe(code)
})
