import { z } from 'zod'
import type { Rejection } from '#client/core/offline/database/database.ts'
import { rowProblems } from '#shared/activation/contract.ts'
import { logisticRowProblems } from '#shared/logistic/contract.ts'

const problems = [...rowProblems, ...logisticRowProblems] as const
export type RowProblem = (typeof problems)[number] | 'blank'
export type RowError = { row: number; code: string; problem: RowProblem }

const Details = z.object({
  count: z.int(),
  errors: z.array(z.object({ row: z.int(), code: z.string(), problem: z.enum(problems) })).min(1),
})
/** The rows for which the server refused a list; `count` may be more than it named. */
export type BadRows = z.infer<typeof Details>

/** Undefined where a list was refused for another reason. */
export function badRowsOf(trouble: Rejection | undefined): BadRows | undefined {
  return Details.safeParse(trouble?.details).data
}

/** The list without these rows, which count from 1 in the list that was sent. */
export function withoutRows<T>(list: readonly T[], errors: readonly { row: number }[]): T[] {
  const out = new Set(errors.map(({ row }) => row))
  return list.filter((_, place) => !out.has(place + 1))
}
