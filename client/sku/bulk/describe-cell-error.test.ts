import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts, startI18n, textOf } from '#client/core/i18n/i18n.ts'
import { preferences, setLanguage } from '#client/core/session/preferences.ts'
import type { CellError } from '#shared/sku/product-sheet.ts'
import { describeCellError } from './describe-cell-error.ts'

beforeAll(async () => {
  preferences.setState({ language: 'enUS' })
  await startI18n()
  await loadTexts(['skuBulk'])
})

const error = (found: Partial<CellError>): CellError => ({
  row: 7,
  column: 'SKU',
  problem: 'taken',
  value: 'T-1',
  ...found,
})

test('shows the specified text of each row error with its fix [SK04]', () => {
  const t = textOf('skuBulk')
  const missing = error({ column: 'Custom_Field_Key_2', problem: 'keyMissing', other: 'Custom_Field_Value_2' })
  expect(describeCellError(missing, t)).toEqual({
    problem: '[Row 7] Custom_Field_Value_2 is missing its Custom_Field_Key_2',
    fix: 'Name the detail here, or empty Custom_Field_Value_2.',
  })
  expect(describeCellError(error({ problem: 'certificateType', value: 'Kosher' }), t)).toEqual({
    problem: 'Certificate Type Kosher is not supported',
    fix: 'Write Halal / ISO 9001.',
  })
  expect([t('failTitle'), t('failWords'), t('failHint')]).toEqual([
    'Oh, No',
    'Something went wrong',
    'Please check your data again',
  ])
})

test.each([
  [1, 'Готова 1 строка'],
  [2, 'Готовы все 2 строки'],
  [5, 'Готовы все 5 строк'],
  [11, 'Готовы все 11 строк'],
])('%i rows in Russian [SK04]', async (count, words) => {
  setLanguage('ruRU')
  await vi.waitFor(() => expect(textOf('skuBulk')('allReady', { count, shown: count })).toBe(words), 10_000)
})
