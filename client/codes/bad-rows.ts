import { z } from 'zod'
import type { Rejection } from '#client/core/offline/database/database.ts'
import { rowProblems } from '#shared/activation/contract.ts'
import { bindingRowProblems } from '#shared/binding/contract.ts'
import { shapeProblems } from '#shared/core/row-problems.ts'
import { logisticRowProblems } from '#shared/logistic/contract.ts'
import { packRowProblems } from '#shared/pack/contract.ts'

const problems = [...rowProblems, ...logisticRowProblems, ...packRowProblems, ...bindingRowProblems] as const
/** Problems of rows that are not sent, because the device finds them in the file. */
export const unsendableProblems = [...shapeProblems, 'blank'] as const
type RowProblem = (typeof problems)[number] | (typeof unsendableProblems)[number]
/** `product`: the one to which the code is bound already. */
export type RowError = { row: number; code: string; problem: RowProblem; product?: string | undefined }

const Details = z.object({
  count: z.int(),
  errors: z
    .array(z.object({ row: z.int(), code: z.string(), problem: z.enum(problems), product: z.string().optional() }))
    .min(1),
})
/** The rows for which the server rejected a list; `count` may be higher than their number. */
type BadRows = z.infer<typeof Details>

/** Returns undefined when the list was rejected for another reason. */
export function badRowsOf(rejection: Rejection | undefined): BadRows | undefined {
  return Details.safeParse(rejection?.details).data
}

/** Returns the list without these rows. Row numbers start at 1 in the list that was sent. */
export function withoutRows<T>(list: readonly T[], errors: readonly { row: number }[]): T[] {
  const out = new Set(errors.map(({ row }) => row))
  return list.filter((_, place) => !out.has(place + 1))
}
