/** Longer texts match no pattern. Together with `maxSteps`, this bounds the time of a comparison. */
export const maxMatchedLength = 100
const maxPatternLength = 200
const maxSteps = 2_000_000

/** A class, an escape, a bracket, a quantifier, or one character. */
const token =
  /\[\^?(?:\\.|[^\]\\])+\]|\\[dwsDWS.\\/()[\]{}+*?^$|-]|\((?:\?:)?|\)|\||[*+?]|\{\d{1,3}(?:,\d{0,3})?\}|[^\\[\]()*+?{}|]/gsy

/**
 * The regular expression of a pattern, for a whole text; undefined if the pattern is invalid or could take long. A group has no
 * quantifier, so that the number of ways in which a text can be read is the product of the choices, which is limited.
 */
export function safePattern(pattern: string): RegExp | undefined {
  if (pattern.length > maxPatternLength) return undefined
  let steps = 1
  let place = 0
  let before = ''
  for (const [one] of pattern.matchAll(token)) {
    place += one.length
    const isQuantifier = /^(?:[*+?]|\{\d)/.test(one)
    if (isQuantifier && (before === '' || before === ')' || before.startsWith('(') || before === '|')) return undefined
    if (isQuantifier && /^(?:[*+?]|\{\d)/.test(before)) return undefined
    steps *= isQuantifier ? choicesOf(one) : one === '|' ? 2 : 1
    before = one
  }
  if (place !== pattern.length || steps > maxSteps) return undefined
  try {
    return new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    return undefined
  }
}

function choicesOf(quantifier: string): number {
  if (quantifier === '?') return 2
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? []
  if (least !== undefined && !comma) return 1
  return most ? Math.max(1, Number(most) - Number(least) + 1) : maxMatchedLength
}
