import { expect, test } from 'vitest'
import { fill } from './fill.ts'

test('replaces every occurrence of a word by its value', () => {
  expect(fill('{{from}} to {{to}}, back to {{from}}: {{km}} km', { from: 'A', to: 'B', km: 3 })).toBe(
    'A to B, back to A: 3 km',
  )
})

test('leaves a word without a value empty', () => {
  expect(fill('a {{missing}}b', {})).toBe('a b')
})

test('inserts a value unchanged when it contains replacement patterns or another word', () => {
  expect(fill('{{plan}}!', { plan: '$& {{other}} $1', other: 'x' })).toBe('$& {{other}} $1!')
})
