import type { PluralTextKey, TextDefinition } from './define-text.ts'
import { type Language, languageTags } from './language.ts'

/**
 * Replaces each `{{word}}` by its value; a word without a value becomes empty.
 *
 * @example
 * fill('At most {{most}} boxes', { most: 40 }) // => 'At most 40 boxes'
 */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/{{(\w+)}}/g, (_, word: string) => String(values[word] ?? ''))
}

/** Returns the texts of a domain in one language, filled with values. */
export const textIn =
  <T extends TextDefinition>(text: T, language: Language) =>
  (key: keyof T['enUS'] & string, values?: Readonly<Record<string, unknown>>): string =>
    fill(text[language][key]!, values)

/**
 * The same for texts whose wording depends on a count, which is `{{n}}`.
 *
 * @example
 * import { defineText } from '#shared/core/i18n/define-text.ts'
 * const forms = { boxes_one: '{{n}} коробка', boxes_few: '{{n}} коробки', boxes_many: '{{n}} коробок', boxes_other: '{{n}} коробки' }
 * const text = defineText({ enUS: { boxes_one: '{{n}} box', boxes_other: '{{n}} boxes' }, ruRU: forms })
 * pluralIn(text, 'enUS')('boxes', 1200) // => '1,200 boxes'
 * pluralIn(text, 'ruRU')('boxes', 5) // => '5 коробок'
 */
export const pluralIn =
  <T extends TextDefinition>(text: T, language: Language) =>
  (key: PluralTextKey<T>, count: number, values?: Readonly<Record<string, unknown>>): string => {
    const tag = languageTags[language]
    const forms: Readonly<Record<string, string>> = text[language]
    const form = forms[`${key}_${new Intl.PluralRules(tag).select(count)}`]!
    return fill(form, { n: new Intl.NumberFormat(tag).format(count), ...values })
  }
