import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/core/db/database.ts'
import { code } from '#server/order/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type CodeRange, type LabelFormat, labelProblems, maxLabels } from '#shared/label/contract.ts'
import { labelsProblem } from '#shared/label/rules.ts'
import { type Order, orderProblems } from '#shared/order/contract.ts'

export type PrintedCode = { serialNo: number; url: string }
/** Runs a query with the rows that the caller may see. */
export type RunQuery = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** Rows per query, so that no transaction is open while a file is drawn and sent. */
const rowsAtOnce = 500
/** Codes between two yields to the event loop: drawing a code takes one to two milliseconds. */
const codesBetweenYields = 8

const activated = sql`exists (select from activation a where a.address = ${code.address})`
const condition: Record<CodeRange['type'], SQL | undefined> = {
  all: undefined,
  active: activated,
  inactive: sql`not ${activated}`,
}
const exceeded = {
  all: orderProblems.tooMany,
  active: orderProblems.tooManyActive,
  inactive: orderProblems.tooManyInactive,
}

const inRange = (order: Order, type: CodeRange['type'], from: number) =>
  and(eq(code.orderId, order.id), gte(code.serialNo, from), condition[type])

/** Returns the number of labels of a file. Throws a problem when it cannot be created. */
export async function labelCount(
  tx: Tx,
  order: Order,
  { type, from, limit }: CodeRange,
  format: LabelFormat,
): Promise<number> {
  if (order.state !== 'done') throw new Problem(orderProblems.unfinished)
  const most = maxLabels[format]
  // Counts at most as many codes as can change the result.
  const some = tx
    .select({ serialNo: code.serialNo })
    .from(code)
    .where(inRange(order, type, from))
    .limit(Math.max(limit ?? 0, most) + 1)
  const available = await tx.$count(some.as('chosen'))
  if (available === 0) throw new Problem(orderProblems.noCodes)
  const problem = labelsProblem(format, limit, available)
  if (problem === 'exceeded') throw new Problem(exceeded[type], { most: available })
  if (problem === 'tooMany') throw new Problem(labelProblems.tooMany, { most })
  return limit ?? available
}

/** The chosen codes by serial number, read in batches. */
export async function* selectedCodes(
  read: RunQuery,
  print: (address: string) => string,
  order: Order,
  { type, from }: CodeRange,
  amount: number,
): AsyncGenerator<PrintedCode> {
  let next = from
  for (let left = amount; left > 0; ) {
    const take = Math.min(left, rowsAtOnce)
    const rows = await read((tx) =>
      tx
        .select({ address: code.address, serialNo: code.serialNo })
        .from(code)
        .where(inRange(order, type, next))
        .orderBy(asc(code.serialNo))
        .limit(take),
    )
    for (const [index, { address, serialNo }] of rows.entries()) {
      if (index % codesBetweenYields === 0) await breathe()
      yield { serialNo, url: print(address) }
    }
    // Codes may have been activated in the meantime, so there can be fewer than were counted.
    if (rows.length < take) return
    left -= take
    next = rows.at(-1)!.serialNo + 1
  }
}
