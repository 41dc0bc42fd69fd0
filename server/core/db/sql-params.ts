import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/** The text of an array, for a parameter of a statement that is written as text. The values need no quotes. */
export const arrayText = (values: Iterable<string | number>): string => `{${[...values].join(',')}}`

/** An array of any length as one parameter. */
export const uuidArray = (list: readonly string[]): SQL => sql`${arrayText(list)}::uuid[]`

/** The same for values that need no quotes, such as numbers and identifiers. Absent values are NULL. */
export const nullableArray = (list: readonly (string | number | undefined)[]): SQL =>
  sql`${`{${list.map((token) => (token === undefined ? 'NULL' : `"${token}"`)).join(',')}}`}`

/** The same for any text. */
export const textArray = (list: readonly string[]): SQL =>
  sql`${`{${list.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`}::text[]`

/**
 * Any number of rows as a table named `listed`, in one parameter.
 *
 * @param columns the columns with their types, such as `id uuid, name text`; the keys of the rows have these names
 */
export function recordset(rows: readonly object[], columns: string): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as listed (${sql.raw(columns)})`
}

/**
 * A count or a sum as a number, exact up to 2^53: PostgreSQL computes both as bigint or numeric, which the driver returns as
 * text, and `::int` fails beyond 2^31.
 */
export const asNumber = (value: SQL): SQL<number> => sql<number>`(${value})::float8`
