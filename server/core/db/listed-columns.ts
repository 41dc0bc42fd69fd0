import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableColumns, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { PgTable } from '#server/core/drizzle/pg-core.ts'
import { recordset } from './sql-params.ts'

/**
 * Columns of a table for statements that write a list of rows as one parameter. The names and types follow the table. A key
 * that a row does not have is NULL.
 */
export function listedColumns<T extends PgTable>(table: T, names: readonly (keyof T['$inferSelect'] & string)[]) {
  const columns = getTableColumns(table)
  const typed = names.map((name) => `"${name}" ${columns[name]!.getSQLType()}`).join()
  const join = (part: (name: string) => SQL, list: readonly string[] = names) => sql.join(list.map(part), sql`, `)
  const target = (name: string) => sql.identifier(toSnakeCase(name))
  const value = (name: string) => sql`listed.${sql.identifier(name)}`
  return {
    /** The columns for `insert into`. */
    targets: join((name) => sql`${target(name)}`),
    /** The columns for the `select` of an insert. */
    values: join(value),
    /** The assignments for the `set` of an update by id. */
    assignments: join(
      (name) => sql`${target(name)} = ${value(name)}`,
      names.filter((name) => name !== 'id'),
    ),
    /** The rows as a table named `listed`. */
    from: (rows: readonly object[]): SQL => recordset(rows, typed),
  }
}
