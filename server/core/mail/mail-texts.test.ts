import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TextDefinition } from '#shared/core/i18n/define-text.ts'

const files = globSync('shared/*/mail-text.ts')
const placeholders = (text: string) => (text.match(/{{\w+}}/g) ?? []).sort()

test.each(files)('%s has the same placeholders in both languages', async (file) => {
  const texts = Object.values((await import(`../../../${file}`)) as Record<string, TextDefinition>)
  expect(texts).toHaveLength(1)
  for (const { enUS, ruRU } of texts)
    for (const [key, text] of Object.entries(enUS)) expect(placeholders(ruRU[key]!), key).toEqual(placeholders(text))
})

test('finds the texts of mails', () => {
  expect(files.length).toBeGreaterThan(5)
})
