import { type SQL, sql } from 'drizzle-orm'

/** An array parameter: one value for the driver, whatever its length. */
export const uuidArray = (list: readonly string[]): SQL => sql`${`{${list.join(',')}}`}::uuid[]`

/** The same of words and numbers without quotes; absent ones are NULL. */
export const nullableArray = (list: readonly (string | number | undefined)[]): SQL =>
  sql`${`{${list.map((token) => (token === undefined ? 'NULL' : `"${token}"`)).join(',')}}`}`

/** The same of any text. */
export const textArray = (list: readonly string[]): SQL =>
  sql`${`{${list.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`}::text[]`

/**
 * Rows as a table named `listed`: one value for the driver, whatever their number.
 *
 * @param columns the columns with their types, such as `id uuid, name text`; keys of the rows are named alike
 */
export function recordset(rows: readonly object[], columns: string): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as listed (${sql.raw(columns)})`
}
