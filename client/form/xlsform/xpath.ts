import { type Expression, isFault, operators, parseExpression } from '#shared/form/expression/parse.ts'

/** Functions of XLSForm that have another name here. The others have the same one. */
const names: Readonly<Record<string, string>> = {
  'count-selected': 'count_selected',
  string: 'text',
  'string-length': 'length',
  'starts-with': 'starts_with',
  'ends-with': 'ends_with',
  'upper-case': 'upper',
  'lower-case': 'lower',
  'normalize-space': 'trim',
  regex: 'matches',
  ceiling: 'ceil',
  'count-non-empty': 'count',
}
const same = [
  ...['if', 'coalesce', 'not', 'selected', 'round', 'int', 'floor', 'abs', 'sqrt', 'pow', 'min', 'max', 'sum', 'count'],
  ...['today', 'now', 'date', 'concat', 'contains', 'substr', 'number'],
]
const foundIn: Readonly<Record<string, string>> = { ...names, ...Object.fromEntries(same.map((name) => [name, name])) }

const token =
  /\s*(?:\$\{\s*(?<variable>[^}]+?)\s*\}|'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<call>[A-Za-z_][\w.-]*(?::[\w-]+)?)\s*\(|(?<word>and|or|div|mod)(?![\w-])|(?<sign><=|>=|!=|[=<>+\-*(),])|(?<own>\.)(?![./\w]))/y

export type Translated = { expression: string } | { unknown: string }

/** An expression of XLSForm as one of this language, or the part of it that has no counterpart. */
export function fromXPath(text: string, keyOf: (name: string) => string): Translated {
  let made = ''
  let place = 0
  const rest = () => text.slice(place).trim()
  while (rest() !== '') {
    token.lastIndex = place
    const found = token.exec(text)
    if (!found) return { unknown: rest().slice(0, 40) }
    place = token.lastIndex
    const { variable, single, double, number, call, word, sign, own } = found.groups as Record<
      string,
      string | undefined
    >
    if (call === 'true' || call === 'false') {
      const end = /^\s*\)/.exec(text.slice(place))
      if (!end) return { unknown: call }
      place += end[0].length
      made += call
    } else if (call !== undefined) {
      const name = Object.hasOwn(foundIn, call) ? foundIn[call] : undefined
      if (!name) return { unknown: `${call}()` }
      made += `${name}(`
    } else if (word !== undefined) made += ` ${{ div: '/', mod: '%', and: 'and', or: 'or' }[word]} `
    else if (sign !== undefined) made += '(),'.includes(sign) ? (sign === ',' ? ', ' : sign) : ` ${sign} `
    else made += own ? 'answer' : variable ? keyOf(variable) : (number ?? quoted(single ?? double ?? ''))
  }
  return { expression: made.replace(/\s+/g, (blanks) => blanks[0]!).trim() }
}

const quoted = (text: string) => `"${text.replace(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`

const xpathNames = new Map(Object.entries(names).map(([xpath, name]) => [name, xpath]))
const xpathSigns: Readonly<Record<string, string>> = { '/': 'div', '%': 'mod' }

/** An expression of this language as one of XLSForm. Functions that XLSForm does not have keep their names. */
export function toXPath(text: string): string {
  const parsed = parseExpression(text)
  return isFault(parsed) ? '' : written(parsed)
}

function written(expression: Expression): string {
  if (expression.kind === 'value') {
    const { value } = expression
    if (typeof value === 'boolean') return `${value}()`
    return typeof value === 'number' ? String(value) : value.includes("'") ? `"${value}"` : `'${value}'`
  }
  if (expression.kind === 'name') return expression.name === 'answer' ? '.' : `\${${expression.name}}`
  const { name, args } = expression
  const precedence = operators[name]
  if (precedence === undefined) return `${xpathNames.get(name) ?? name}(${args.map(written).join(', ')})`
  const [left, right] = args as [Expression, Expression]
  if (name === '-' && left.kind === 'value' && left.value === 0) return `-${inBrackets(right, 99)}`
  return `${inBrackets(left, precedence)} ${xpathSigns[name] ?? name} ${inBrackets(right, precedence + 1)}`
}

function inBrackets(expression: Expression, least: number): string {
  const precedence = expression.kind === 'call' ? operators[expression.name] : undefined
  const text = written(expression)
  return precedence !== undefined && precedence < least ? `(${text})` : text
}
