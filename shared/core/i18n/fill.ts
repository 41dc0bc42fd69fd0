/** Replaces each `{{word}}` by its value; a word without a value becomes empty. */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  return text.replace(/{{(\w+)}}/g, (_, word: string) => String(values[word] ?? ''))
}
