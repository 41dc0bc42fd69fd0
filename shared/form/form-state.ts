import type { Condition } from './conditions.ts'
import { evaluate } from './expression/evaluate.ts'
import { type Expression, isFault, namesIn, parseExpression } from './expression/parse.ts'
import { isTrue, type Moment, numberOf, textOfValue, type Value } from './expression/values.ts'
import { maxAnswerLength } from './question-types/question-type.ts'
import { type Datatype, questionTypeOf } from './question-types/registry.ts'

/** The parts of a question that decide whether it is asked, required and answered. */
export type ReckonedQuestion = {
  id: string
  datatype: Datatype
  key?: string | undefined
  showIf?: Condition | undefined
  calculation?: string | undefined
  constraint?: string | undefined
  requiredIf?: string | undefined
}
type SectionsOf<Q> = readonly { questions: readonly Q[] }[]
type GivenAnswer = { questionId: string; value: string }

export type FormState = {
  /** The ids of the questions that are not asked because of these answers. */
  hidden: ReadonlySet<string>
  /** The results of calculated questions that are asked, by their ids; empty without a result. */
  calculated: ReadonlyMap<string, string>
  isRequired(question: Pick<ReckonedQuestion, 'requiredIf'> & { required: boolean }): boolean
  /** Whether the constraint of a question rejects an answer. An empty one is never rejected. */
  isRejected(question: ReckonedQuestion, answer: string): boolean
}

/**
 * What the expressions of a form say about answers: the same on devices and on the server.
 *
 * @param moment the time at which the submission was begun, which `now()` and `today()` mean, and its time zone
 */
export function formStateOf(
  sections: SectionsOf<ReckonedQuestion>,
  answers: readonly GivenAnswer[],
  moment: Moment,
): FormState {
  const { steps, idOf } = planOf(sections)
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const values = new Map<string, Value>()
  const hidden = new Set<string>()
  const calculated = new Map<string, string>()
  const valueNamed = (name: string) => values.get(idOf(name) ?? '') ?? null
  const resultOf = (expression: Expression, answer: Value = null) =>
    evaluate(expression, (name) => (name === 'answer' ? answer : valueNamed(name)), moment)
  for (const { question, showIf, calculation } of steps) {
    const { id } = question
    if (showIf && !isTrue(resultOf(showIf))) {
      hidden.add(id)
      continue
    }
    if (calculation) calculated.set(id, resultText(question, resultOf(calculation)))
    values.set(id, valueOfAnswer(question, calculated.get(id) ?? given.get(id) ?? ''))
  }
  const says = (text: string | undefined, answer?: Value) => {
    const expression = readExpression(text)
    return expression && isTrue(resultOf(expression, answer))
  }
  return {
    hidden,
    calculated,
    isRequired: ({ required, requiredIf }) => required || says(requiredIf) === true,
    isRejected: (question, answer) =>
      answer !== '' && says(question.constraint, valueOfAnswer(question, answer)) === false,
  }
}

/** An answer as a value of expressions: that of a number is one, all others are texts. */
function valueOfAnswer({ datatype }: ReckonedQuestion, answer: string): Value {
  return answer === '' ? null : datatype === 'number' ? numberOf(answer) : answer
}

/** A result as the answer that it is. A result that is no answer of this type is empty. */
function resultText(question: ReckonedQuestion, result: Value): string {
  const text = textOfValue(result)
  const { problem, maxLength = maxAnswerLength } = questionTypeOf(question)
  const isAnswer = text.length <= maxLength && !problem?.({ name: '', prefix: '', suffix: '' }, text)
  return isAnswer ? text : ''
}

/** The condition of a question as an expression: a choice of options is a short form of one. */
export function conditionExpression(condition: Condition | undefined): Expression | undefined {
  if (!condition) return undefined
  if ('expression' in condition) return readExpression(condition.expression)
  const name = referenceTo(condition.question)
  const args = condition.options.map(
    (value): Expression => ({
      kind: 'call',
      name: 'selected',
      args: [
        { kind: 'name', name },
        { kind: 'value', value },
      ],
    }),
  )
  return { kind: 'call', name: 'or', args }
}

/** Names a question that has no variable. A person cannot type it. */
const referenceTo = (id: string) => `#${id}`

/** A stored expression has no faults, unless an earlier version knew other functions: then it decides nothing. */
function readExpression(text: string | undefined): Expression | undefined {
  const parsed = text ? parseExpression(text) : undefined
  return parsed && !isFault(parsed) ? parsed : undefined
}

/** The ids of the questions whose whole answers the expressions of a form read. */
export function decidingQuestions(sections: SectionsOf<ReckonedQuestion>): string[] {
  const { steps, idOf } = planOf(sections)
  return steps.flatMap(({ question, showIf, calculation }) => {
    const { id, constraint, requiredIf } = question
    const all = [showIf, calculation, readExpression(constraint), readExpression(requiredIf)]
    const names = all.flatMap((expression) => (expression ? [...namesIn(expression)] : []))
    return [...(constraint ? [id] : []), ...names.flatMap((name) => idOf(name) ?? [])]
  })
}

type Step = { question: ReckonedQuestion; showIf: Expression | undefined; calculation: Expression | undefined }
type Plan = {
  /** The questions, each after those on which its visibility and its result depend. */
  steps: readonly Step[]
  idOf(name: string): string | undefined
  /** Questions that depend on themselves. */
  circular: readonly string[]
}

const plans = new WeakMap<SectionsOf<ReckonedQuestion>, Plan>()

/** In which order the questions of a form are evaluated. */
export function planOf(sections: SectionsOf<ReckonedQuestion>): Plan {
  const known = plans.get(sections)
  if (known) return known
  const questions = sections.flatMap((section) => section.questions)
  const ids = new Map(questions.flatMap(({ id, key }) => (key ? [[key, id] as const] : [])))
  const idOf = (name: string) => (name.startsWith('#') ? name.slice(1) : ids.get(name))
  const steps = questions.map(
    (question): Step => ({
      question,
      showIf: conditionExpression(question.showIf),
      calculation: readExpression(question.calculation),
    }),
  )
  const plan = { ...ordered(steps, idOf), idOf }
  plans.set(sections, plan)
  return plan
}

function ordered(steps: readonly Step[], idOf: Plan['idOf']): Pick<Plan, 'steps' | 'circular'> {
  const stepOf = new Map(steps.map((step) => [step.question.id, step]))
  const basesOf = ({ showIf, calculation }: Step) =>
    [showIf, calculation].flatMap((expression) => {
      const ids = expression ? [...namesIn(expression)].map(idOf) : []
      return ids.filter((id) => id !== undefined && stepOf.has(id))
    }) as string[]
  const waiting = new Map(steps.map((step) => [step.question.id, new Set(basesOf(step))]))
  const dependents = new Map<string, string[]>()
  for (const [id, bases] of waiting) {
    for (const base of bases) dependents.set(base, [...(dependents.get(base) ?? []), id])
  }
  const ready = steps.filter(({ question }) => waiting.get(question.id)?.size === 0).map(({ question }) => question.id)
  for (const id of ready) {
    for (const dependent of dependents.get(id) ?? []) {
      const bases = waiting.get(dependent)!
      bases.delete(id)
      if (bases.size === 0) ready.push(dependent)
    }
  }
  const isReady = new Set(ready)
  return {
    steps: ready.map((id) => stepOf.get(id)!),
    circular: steps.map(({ question }) => question.id).filter((id) => !isReady.has(id)),
  }
}
