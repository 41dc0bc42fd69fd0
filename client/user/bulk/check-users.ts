import type { ShapeProblem } from '#shared/core/row-problems.ts'
import { type UserCheck, type UserCheckError, UserInput } from '#shared/user/contract.ts'
import type { BulkRow } from './read-users.ts'

/**
 * Why a row cannot be added: its shape, a cell that breaks a rule of the form (`rule` in English), an e-mail address that an
 * earlier row has, or what the server found.
 */
type Reason =
  | { kind: 'shape'; problem: ShapeProblem }
  | { kind: 'rule'; column: string; rule: string }
  | { kind: 'duplicate'; firstRow: number }
  | { kind: 'server'; problem: UserCheckError['problem'] }
export type UserRowError = { row: number; email: string; reason: Reason }
export type ReadyUser = { row: BulkRow; input: UserInput }
export type CheckedUsers = { ready: ReadyUser[]; errors: UserRowError[] }

/** Returns what the server finds in a list, each with its row in the list, from 1. */
type CheckOnServer = (list: UserCheck[]) => Promise<readonly UserCheckError[]>

/** Checks every row before any user is added. */
export async function checkUsers(rows: readonly BulkRow[], checkOnServer: CheckOnServer): Promise<CheckedUsers> {
  const ready: ReadyUser[] = []
  const errors: UserRowError[] = []
  const rowOf = new Map<string, number>()
  for (const row of rows) {
    const checked = checkRow(row, rowOf)
    if ('input' in checked) ready.push({ row, input: checked.input })
    else errors.push({ row: row.row, email: row.cells.email, reason: checked })
  }
  if (ready.length === 0) return { ready, errors }
  const found = await checkOnServer(
    ready.map(({ input: { email, role, businessName } }) => ({ email, role, businessName })),
  )
  const refused = found.map(({ row, problem }): UserRowError => {
    const { row: sheetRow, input } = ready[row - 1]!
    return { row: sheetRow.row, email: input.email, reason: { kind: 'server', problem } }
  })
  const bad = new Set(found.map(({ row }) => row))
  return {
    ready: ready.filter((_, at) => !bad.has(at + 1)),
    errors: [...errors, ...refused].sort((a, b) => a.row - b.row),
  }
}

function checkRow({ row, cells, problem }: BulkRow, rowOf: Map<string, number>): { input: UserInput } | Reason {
  if (problem) return { kind: 'shape', problem: problem.kind }
  const parsed = UserInput.safeParse({ ...cells, role: cells.role.toLowerCase() })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    return { kind: 'rule', column: path.join('.'), rule: message }
  }
  const email = parsed.data.email.toLowerCase()
  const firstRow = rowOf.get(email)
  if (firstRow !== undefined) return { kind: 'duplicate', firstRow }
  rowOf.set(email, row)
  return { input: parsed.data }
}
