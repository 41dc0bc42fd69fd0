import { describe, expect, test } from 'vitest'
import type { TextDefinition, TextEntries } from '#shared/core/i18n/define-text.ts'
import { textFiles } from './namespaces.ts'

const plural = /_(one|few|many|other)$/
const blanks = (words: string) => (words.match(/{{\w+}}/g) ?? []).sort()

/** The placeholders of a key over all plural forms. A form may omit its number. */
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

describe.each(Object.entries(textFiles))('texts of %s [SH10]', (_, load) => {
  test('exist in both languages, with the same placeholders', async () => {
    const [text, ...others] = Object.values<TextDefinition>(await load())
    expect(others).toEqual([])
    const { enUS, ruRU } = text!
    for (const [key, words] of [...Object.entries(enUS), ...Object.entries(ruRU)])
      expect(words.trim(), key).not.toBe('')
    expect(blanksByStem(ruRU)).toEqual(blanksByStem(enUS))
  })
})
