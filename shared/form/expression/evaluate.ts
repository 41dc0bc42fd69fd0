import { functions } from './functions.ts'
import type { Expression } from './parse.ts'
import type { Moment, Value } from './values.ts'

/** The value of an expression. `valueNamed` gives the values of names; an unknown name is empty. */
export function evaluate(expression: Expression, valueNamed: (name: string) => Value, moment: Moment): Value {
  if (expression.kind === 'value') return expression.value
  if (expression.kind === 'name') return valueNamed(expression.name)
  const args = expression.args.map((one) => evaluate(one, valueNamed, moment))
  return functions[expression.name]!.run(args, moment)
}
