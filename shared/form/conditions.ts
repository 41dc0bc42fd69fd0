import { z } from 'zod'
import { Id } from '#shared/core/fields/fields.ts'
import { type AnswerOption, chosenIds, maxOptions, OptionId } from './question-types/options.ts'
import { type Datatype, hasOptions } from './question-types/registry.ts'

/** Asks a question only after another one, before it, was answered with one of these options. */
export const Condition = z.object({ question: Id, options: z.array(OptionId).max(maxOptions) })
export type Condition = z.infer<typeof Condition>

type Conditional = { id: string; showIf?: Condition | undefined }
type SectionsOf<Q> = readonly { questions: readonly Q[] }[]
type GivenAnswer = { questionId: string; value: string }

/** The ids of the questions that are not asked because of these answers: the same on devices and on the server. */
export function hiddenQuestions(sections: SectionsOf<Conditional>, answers: readonly GivenAnswer[]): Set<string> {
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const hidden = new Set<string>()
  for (const { id, showIf } of sections.flatMap(({ questions }) => questions)) {
    if (!showIf) continue
    const isAsked = !hidden.has(showIf.question)
    const isMet = isAsked && chosenIds(given.get(showIf.question) ?? '').some((one) => showIf.options.includes(one))
    if (!isMet) hidden.add(id)
  }
  return hidden
}

type WithOptions = Conditional & {
  datatype: Datatype
  active: boolean
  options?: readonly AnswerOption[] | undefined
}

/** Only a question with options that is asked can decide. About one that is not asked either, an inactive one can. */
export const canDecide = (
  deciding: Pick<WithOptions, 'datatype' | 'active'>,
  about: Pick<WithOptions, 'active'>,
): boolean => hasOptions(deciding) && (deciding.active || !about.active)

/** The questions whose condition can never be met: no question before them that can decide has any of its options. */
export function unmeetableConditions<Q extends WithOptions>(sections: SectionsOf<Q>): Q[] {
  const before = new Map<string, Q>()
  return sections
    .flatMap(({ questions }) => questions)
    .filter((question) => {
      const { id, showIf } = question
      const deciding = showIf && before.get(showIf.question)
      before.set(id, question)
      if (!showIf) return false
      const isMeetable =
        deciding &&
        canDecide(deciding, question) &&
        deciding.options?.some((option) => showIf.options.includes(option.id))
      return !isMeetable
    })
}
