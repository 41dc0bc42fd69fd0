// @vitest-environment node
import { defaultSystem } from '@chakra-ui/react'
import { expect, test } from 'vitest'
import { cachedFunctions } from './style-caches.ts'

const button = { base: { display: 'flex' }, variants: { size: { sm: { padding: '2' }, md: { padding: '4' } } } }

test('returns the styles that Chakra returns, for each size and for each own property', () => {
  const { cva, css } = cachedFunctions(defaultSystem)
  const expected = defaultSystem.cva(button)
  for (const _ of ['calculated', 'from the cache']) {
    for (const size of ['sm', 'md'] as const) {
      for (const own of [{}, { margin: '2' }, { margin: '4', _hover: { margin: '6' } }, { margin: ['1', '2'] }]) {
        expect(css(cva(button)({ size }), own)).toEqual(defaultSystem.css(expected({ size }), own))
      }
    }
  }
  expect(css(undefined as never)).toEqual(defaultSystem.css(undefined as never))
})

test('returns the same recipe and the same styles when they are asked for again', () => {
  const { cva, css } = cachedFunctions(defaultSystem)
  expect(cva(button)).toBe(cva(button))
  const look = cva(button)({ size: 'sm' })
  expect(css(look, { margin: '2' })).toBe(css(look, { margin: '2' }))
  expect(css(look, { margin: '2' })).not.toBe(css(look, { margin: '3' }))
})

test('knows valid properties as Chakra does', () => {
  const { isValidProperty } = cachedFunctions(defaultSystem)
  const names = ['margin', '_hover', 'textStyle', 'onClick', 'aria-label', 'margin', 'onClick']
  expect(names.map(isValidProperty)).toEqual(names.map(defaultSystem.isValidProperty))
})
