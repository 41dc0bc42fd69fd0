import { expect, test } from 'vitest'
import { omit } from './omit.ts'

test('returns a copy without the named properties', () => {
  const row = { id: 1, name: 'Tea', note: undefined }
  expect(omit(row, 'id', 'note')).toStrictEqual({ name: 'Tea' })
  expect(row).toStrictEqual({ id: 1, name: 'Tea', note: undefined })
})
