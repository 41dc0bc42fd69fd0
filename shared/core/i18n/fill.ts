import type { TextDefinition } from './define-text.ts'
import type { Language } from './language.ts'

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
