import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, between, eq, sql } from '#server/core/drizzle/orm.ts'
import { isActivated, rangesOfState, type SerialRange, tooManyOfState } from '#server/order/service.ts'
import { code } from '#server/order/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type CodeRange, type LabelFormat, labelProblems, maxLabels } from '#shared/label/contract.ts'
import { labelsProblem } from '#shared/label/rules.ts'
import { type Order, orderProblems } from '#shared/order/contract.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'

/** `own`: the serial that the item had before, null without one. `scratch`: null without a scratch layer. */
export type PrintedCode = { serialNo: number; own: string | null; url: string; scratch: string | null }
/** The letters of a code that people can type: those of its address and its secret. */
export function printedLetters(url: string): string {
  const { address, secret } = parseCode(url)!
  return formatAddress(address) + secret
}
/** Runs a query with the rows that the caller may see. */
export type RunQuery = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** Rows per query, so that no transaction is open while a file is drawn and sent. */
const rowsAtOnce = 500
/** Codes between two yields to the event loop: drawing a code takes one to two milliseconds. */
const codesBetweenYields = 8

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
  const enough = Math.max(limit ?? 0, most) + 1
  let available = 0
  for (const range of await rangesOfState(tx, order, type, from)) {
    available +=
      range.certain ?? (await tx.$count(codesIn(tx, order, { type, ...range }, enough - available).as('chosen')))
    if (available >= enough) break
  }
  available = Math.min(available, enough)
  if (available === 0) throw new Problem(orderProblems.noCodes)
  const problem = labelsProblem(format, limit, available)
  if (problem === 'exceeded') throw new Problem(tooManyOfState[type], { most: available })
  if (problem === 'tooMany') throw new Problem(labelProblems.tooMany, { most })
  return limit ?? available
}

const ownText = sql<
  string | null
>`(select s.serial from own_serial s where s.order_id = code.order_id and s.serial_no = code.serial_no)`
const noText = sql<string | null>`null::text`

/** The first codes of a state in a range of serial numbers. */
function codesIn(tx: Tx, order: Order, { type, first, last }: StateRange, limit: number) {
  const activated = sql.raw(isActivated('code.address'))
  const condition = { all: undefined, active: activated, inactive: sql`not ${activated}` }[type]
  return tx
    .select({ address: code.address, serialNo: code.serialNo, own: order.ownSerials ? ownText : noText })
    .from(code)
    .where(and(eq(code.orderId, order.id), between(code.serialNo, first, last), condition))
    .orderBy(asc(code.serialNo))
    .limit(limit)
    .$dynamic()
}
type StateRange = Pick<SerialRange, 'first' | 'last'> & Pick<CodeRange, 'type'>

/** The chosen codes by serial number, read in batches. */
export async function* selectedCodes(
  read: RunQuery,
  print: (address: string) => Omit<PrintedCode, 'serialNo' | 'own'>,
  order: Order,
  { type, from, amount }: Pick<CodeRange, 'type' | 'from'> & { amount: number },
): AsyncGenerator<PrintedCode> {
  let left = amount
  for (const range of await read((tx) => rangesOfState(tx, order, type, from))) {
    for (let next = range.first; left > 0 && next <= range.last; ) {
      const take = Math.min(left, rowsAtOnce)
      const rows = await read((tx) => codesIn(tx, order, { type, first: next, last: range.last }, take))
      for (const [index, { address, serialNo, own }] of rows.entries()) {
        if (index % codesBetweenYields === 0) await breathe()
        yield { serialNo, own, ...print(address) }
      }
      left -= rows.length
      // Codes may have been activated in the meantime, so there can be fewer than were counted.
      if (rows.length < take) break
      next = rows.at(-1)!.serialNo + 1
    }
  }
}
