/** Texts in quotes, and words. */
const words = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\p{L}_][\p{L}\p{N}_]*/gu

/** An expression with other names of variables. Words in texts and names of functions stay. */
export function renameVariables(expression: string, renamed: ReadonlyMap<string, string>): string {
  return expression.replace(words, (word: string, place: number) => {
    const isFunction = /^\s*\(/.test(expression.slice(place + word.length))
    return isFunction ? word : (renamed.get(word) ?? word)
  })
}
