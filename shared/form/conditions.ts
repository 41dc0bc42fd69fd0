import { z } from 'zod'
import { Id, MultiLine } from '#shared/core/fields/fields.ts'
import { maxExpressionLength } from './expression/parse.ts'
import { type AnswerOption, maxOptions, OptionId } from './question-types/options.ts'
import { type Datatype, hasOptions } from './question-types/registry.ts'

export const ExpressionText = MultiLine(maxExpressionLength).min(1)
/** Asks a question only after another one, before it, was answered with one of these options, or by an expression. */
export const Condition = z.union([
  z.object({ question: Id, options: z.array(OptionId).max(maxOptions) }),
  z.object({ expression: ExpressionText }),
])
export type Condition = z.infer<typeof Condition>

type WithOptions = {
  id: string
  showIf?: Condition | undefined
  datatype: Datatype
  active: boolean
  options?: readonly AnswerOption[] | undefined
}

/** Only a question with options that is asked can decide. About one that is not asked either, an inactive one can. */
export const canDecide = (
  deciding: Pick<WithOptions, 'datatype' | 'active'>,
  about: Pick<WithOptions, 'active'>,
): boolean => hasOptions(deciding) && (deciding.active || !about.active)

/** The questions whose choice of options can never be met: no question before them that can decide has any of them. */
export function unmeetableConditions<Q extends WithOptions>(sections: readonly { questions: readonly Q[] }[]): Q[] {
  const before = new Map<string, Q>()
  return sections
    .flatMap(({ questions }) => questions)
    .filter((question) => {
      const { id, showIf } = question
      const deciding = showIf && 'question' in showIf ? before.get(showIf.question) : undefined
      before.set(id, question)
      if (!showIf || 'expression' in showIf) return false
      const isMeetable =
        deciding &&
        canDecide(deciding, question) &&
        deciding.options?.some((option) => showIf.options.includes(option.id))
      return !isMeetable
    })
}
