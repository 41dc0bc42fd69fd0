import { describe, expect, test } from 'vitest'
import type { TextDefinition, TextEntries } from '#shared/core/i18n/define-text.ts'
import { textLoaders } from './namespaces.ts'

const plural = /_(one|few|many|other)$/
const blanks = (words: string) => (words.match(/{{\w+}}/g) ?? []).sort()

/** The words to fill in of a key, over all its plural forms: a form may leave out the number that it means. */
function blanksByStem(wordings: TextEntries): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  for (const [key, words] of Object.entries(wordings)) {
    const stem = key.replace(plural, '')
    const found = all.get(stem) ?? new Set()
    for (const blank of blanks(words)) found.add(blank)
    all.set(stem, found)
  }
  return all
}

describe.each(Object.entries(textLoaders))('SH10 wordings of %s', (_, load) => {
  test('are all there, and both languages fill in the same', async () => {
    const { enUS, ruRU }: TextDefinition = await load()
    for (const [key, words] of [...Object.entries(enUS), ...Object.entries(ruRU)])
      expect(words.trim(), key).not.toBe('')
    expect(blanksByStem(ruRU)).toEqual(blanksByStem(enUS))
  })
})
