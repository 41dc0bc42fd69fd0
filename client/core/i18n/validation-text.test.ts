// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'

const files = globSync('{shared,client}/**/*.{ts,tsx}', { exclude: (path) => /\.test\.|\.e2e\./.test(path) })
/** A message that a schema gives to its rule: a capital letter first, then several words. */
const rule =
  /\b(?:min|max|regex|refine|uuid|enum|literal|number|int|missingMessage)\((?:[^'\n]*, )?'([A-Z][^'\n]* [^'\n]*)'|message: '([A-Z][^'\n]* [^'\n]*)'/g

test('has a Russian text for every validation rule', () => {
  const messages = files
    .filter((path) => readFileSync(path, 'utf8').includes("from 'zod'"))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(rule)].map(([, short, long]) => short ?? long!))
  expect(messages.length).toBeGreaterThan(40)
  expect(messages.filter((message) => validationMessage(message, 'ruRU') === message)).toEqual([])
})

test('returns a message from another source unchanged', () => {
  expect(validationMessage('Too small', 'ruRU')).toBe('Too small')
})
