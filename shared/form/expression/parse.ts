import jsep from 'jsep'
import { functions } from './functions.ts'
import { safePattern } from './pattern.ts'

export const maxExpressionLength = 1000
/** Of one expression. All expressions of a form together are limited by `maxFormParts`. */
const maxParts = 200
const maxDepth = 30

/** An expression, with its operators as calls of functions that have the names of the operators. */
export type Expression =
  | { kind: 'value'; value: number | string | boolean }
  /** The variable of a question, or `answer`. */
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: readonly Expression[] }

export const expressionFaults = [
  'syntax',
  'tooLong',
  'tooDeep',
  'unknownFunction',
  'arguments',
  'pattern',
  'unknownName',
  'noAnswer',
  'cycle',
  'tooMany',
] as const
/** What is wrong with an expression. `at` is the place of the character, `name` the word that is wrong. */
export type ExpressionFault = { fault: (typeof expressionFaults)[number]; at?: number; name?: string }

const precedences = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
}
export const operators: Readonly<Record<string, number>> = precedences

// The library keeps its grammar in one object of the process. Nothing else uses it.
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
jsep.removeAllLiterals()
for (const [name, precedence] of Object.entries(precedences)) jsep.addBinaryOp(name, precedence)
jsep.addUnaryOp('-')
jsep.addLiteral('true', true)
jsep.addLiteral('false', false)

/** Words that cannot be variables of questions. */
export const reservedNames: readonly string[] = ['answer', 'and', 'or', 'not', 'true', 'false', 'this']

const parsed = new Map<string, Expression | ExpressionFault>()
const maxKept = 2000

/** The expression of a text, or what is wrong with it. Names of questions are not looked up here. */
export function parseExpression(text: string): Expression | ExpressionFault {
  const known = parsed.get(text)
  if (known) return known
  const result = parseAnew(text)
  if (parsed.size >= maxKept) parsed.clear()
  parsed.set(text, result)
  return result
}

export const isFault = (result: Expression | ExpressionFault): result is ExpressionFault => 'fault' in result

class Fault extends Error {
  readonly found: ExpressionFault
  constructor(found: ExpressionFault) {
    super(found.fault)
    this.found = found
  }
}

function parseAnew(text: string): Expression | ExpressionFault {
  if (text.length > maxExpressionLength) return { fault: 'tooLong' }
  if (depthOf(text) > maxDepth) return { fault: 'tooDeep' }
  try {
    const expression = converted(jsep(text), 0)
    return expressionSize(expression) > maxParts ? { fault: 'tooLong' } : expression
  } catch (error) {
    if (error instanceof Fault) return error.found
    const { index } = error as { index?: unknown }
    return { fault: 'syntax', ...(typeof index === 'number' && { at: Math.min(index, text.length) + 1 }) }
  }
}

/** Brackets and signs let the parser call itself. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [character] of text.matchAll(/[()[\]{}?]|-\s*(?=-)/g)) {
    depth += ')]}'.includes(character) ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function converted(node: jsep.Expression, depth: number): Expression {
  if (depth > maxDepth) throw new Fault({ fault: 'tooDeep' })
  const next = (one: unknown) => converted(one as jsep.Expression, depth + 1)
  switch (node.type) {
    case 'Literal':
      return { kind: 'value', value: (node as jsep.Literal).value as number | string | boolean }
    case 'Identifier':
      return { kind: 'name', name: (node as jsep.Identifier).name.normalize('NFC') }
    case 'UnaryExpression':
      return call('-', [{ kind: 'value', value: 0 }, next((node as jsep.UnaryExpression).argument)])
    case 'BinaryExpression':
      return joined(node, depth)
    case 'CallExpression': {
      const { callee, arguments: args } = node as jsep.CallExpression
      if (callee.type !== 'Identifier' || args.some((one) => !one)) throw new Fault({ fault: 'syntax' })
      return call((callee as jsep.Identifier).name, args.map(next))
    }
    default:
      throw new Fault({ fault: 'syntax' })
  }
}

/** A chain such as `a + b + c` is as deep as it is long. It is read in a loop. */
function joined(node: jsep.Expression, depth: number): Expression {
  const rest: { operator: string; right: jsep.Expression }[] = []
  let left = node
  while (left.type === 'BinaryExpression') {
    const { operator, right, left: first } = left as jsep.BinaryExpression
    rest.push({ operator, right })
    left = first
  }
  return rest
    .toReversed()
    .reduce(
      (made, { operator, right }) => call(operator, [made, converted(right, depth + 1)]),
      converted(left, depth + 1),
    )
}

function call(name: string, args: Expression[]): Expression {
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!known) throw new Fault({ fault: 'unknownFunction', name })
  const [least, most] = known.count
  if (args.length < least || args.length > most) throw new Fault({ fault: 'arguments', name })
  if (name === 'matches') {
    const pattern = args[1]!
    const isSafe = pattern.kind === 'value' && safePattern(String(pattern.value)) !== undefined
    if (!isSafe) throw new Fault({ fault: 'pattern' })
  }
  return { kind: 'call', name, args }
}

/** The number of values, names and calls. */
export function expressionSize(expression: Expression): number {
  return expression.kind === 'call' ? expression.args.reduce((sum, one) => sum + expressionSize(one), 1) : 1
}

/** The names in an expression, each once. */
export function namesIn(expression: Expression): Set<string> {
  if (expression.kind === 'name') return new Set([expression.name])
  if (expression.kind === 'value') return new Set()
  return new Set(expression.args.flatMap((one) => [...namesIn(one)]))
}
