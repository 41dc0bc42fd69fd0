/**
 * Replaces each `{{word}}` by its value; a word without a value becomes empty.
 *
 * @example
 * fill('At most {{most}} boxes', { most: 40 }) // => 'At most 40 boxes'
 */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/{{(\w+)}}/g, (_, word: string) => String(values[word] ?? ''))
}
