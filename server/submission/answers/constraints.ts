import type { Tx } from '#server/core/db/database.ts'
import { isoTime } from '#server/core/db/iso-time.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Problem } from '#shared/core/api/problem.ts'
import type { Moment } from '#shared/form/expression/values.ts'
import { formStateOf } from '#shared/form/form-state.ts'
import { constraintProblem } from '#shared/submission/rules.ts'
import type { AnswersChange, Questions } from './answers.ts'

/** The answers of a submission, with those that are being saved. */
type Answered = { moment: Moment; answers: Map<string, string> }

const noProblems: ReadonlyMap<string, Problem> = new Map()

/** Checks sent answers by the constraints of the form revision with which their submission was created. */
export class ConstraintCheck {
  readonly #answered: ReadonlyMap<string, Answered>

  private constructor(answered: ReadonlyMap<string, Answered>) {
    this.#answered = answered
  }

  /** Reads the answers of those submissions whose sent answers have constraints. */
  static async load(
    tx: Tx,
    merchantId: string,
    changes: readonly AnswersChange[],
    structureOf: (id: string) => Questions | undefined,
  ): Promise<ConstraintCheck> {
    const checked = changes.filter(({ id, answers }) => {
      const { questions } = structureOf(id) ?? {}
      return answers.some(({ questionId }) => questions?.get(questionId)?.constraint !== undefined)
    })
    if (checked.length === 0) return new ConstraintCheck(new Map())
    const ids = checked.map(({ id }) => id)
    const { rows } = await tx.execute<{
      id: string
      at: string
      zone: string | null
      answers: Record<string, string>
    }>(sql`
      select s.id, s.created_at as at, s.time_zone as zone, coalesce((
        select jsonb_object_agg(a.question_id, a.value) from submission_answer a
        where a.merchant_id = s.merchant_id and a.submission_id = s.id), '{}') as answers
      from submission s where s.merchant_id = ${merchantId} and s.id = any(${uuidArray(ids)})`)
    return new ConstraintCheck(
      new Map(
        rows.map(({ id, at, zone, answers }) => [
          id,
          { moment: { now: isoTime(at)!, zone }, answers: new Map(Object.entries(answers)) },
        ]),
      ),
    )
  }

  /** The problems of the sent answers of one submission, by question, as if all of them were stored. */
  problems({ id, answers: sent }: AnswersChange, { sections, questions }: Questions): ReadonlyMap<string, Problem> {
    const answered = this.#answered.get(id)
    if (!answered) return noProblems
    for (const { questionId, value } of sent) answered.answers.set(questionId, value)
    const all = [...answered.answers].map(([questionId, value]) => ({ questionId, value }))
    const state = formStateOf(sections, all, answered.moment)
    return new Map(
      sent.flatMap(({ questionId, value }) => {
        const question = questions.get(questionId)
        const problem = question && !state.hidden.has(questionId) && constraintProblem(state, question, value)
        return problem ? [[questionId, problem] as const] : []
      }),
    )
  }
}
