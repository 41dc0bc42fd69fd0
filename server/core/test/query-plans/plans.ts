import pg from 'pg'
import type { TestDatabase } from '#server/core/test/database/database.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}
type ExecutedPlan = { text: string; ms: number; node: Node }

/**
 * Records every statement that this process sends to the database from now on, with its executed plan. The module `auto_explain`
 * of the server reports the plans. The database must have no open connections of the tested application yet.
 */
export async function recordPlans(database: TestDatabase) {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    jit: 'off',
    // With the default, sequential scans of the small tables of this test cost less than many index lookups; with larger tables
    // they do not.
    random_page_cost: '1.1',
  }
  for (const [name, value] of Object.entries(settings))
    await database.query(`alter database ${database.name} set ${name} = '${value}'`)
  let plans: ExecutedPlan[] = []
  const connect = pg.Client.prototype.connect
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const plan = parsePlan(message)
      if (plan) plans.push(plan)
    })
    return connect.apply(this, given)
  } as typeof connect
  return {
    /** The plans since the last call. */
    take: () => plans.splice(0),
    stop: () => {
      pg.Client.prototype.connect = connect
      plans = []
    },
  }
}

function parsePlan(message: string): ExecutedPlan | undefined {
  const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message) ?? []
  if (!json) return undefined
  const { 'Query Text': text, Plan: node } = JSON.parse(json)
  return { text, ms: Number(ms), node }
}

/** The number of rows that a node of a plan read or returned, in all its loops. */
function rowsOf(node: Node): number {
  const once =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(once * (node['Actual Loops'] ?? 0))
}

/** `indexOnly` is the maximum for rows of an index that are counted or skipped without reading the table. */
export type Bounds = { rows: number; indexOnly: number }
/** The nodes to which `indexOnly` applies, because they pass rows on one by one. The nodes below them are checked, too. */
const passing = new Set(['Index Only Scan', 'Result', 'Limit', 'Append', 'Merge Append', 'Subquery Scan'])

/** The nodes of a plan with more rows than allowed, as text. */
export function costlyNodes({ node }: ExecutedPlan, { rows, indexOnly }: Bounds): string[] {
  const found: string[] = []
  const visit = (one: Node) => {
    const bound = passing.has(one['Node Type']) ? indexOnly : rows
    const place = one['Index Name'] ?? one['Relation Name']
    if (rowsOf(one) > bound) found.push(`${one['Node Type']}${place ? ` on ${place}` : ''}: ${rowsOf(one)} rows`)
    for (const child of one.Plans ?? []) visit(child)
  }
  visit(node)
  return found
}
