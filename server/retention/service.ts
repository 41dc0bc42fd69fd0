import type { Tx } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { RetentionRule } from '#server/core/jobs/retention-rule.ts'
import type { Domain } from '#server/domain.ts'
import { RetentionKind } from '#shared/core/retention-kind.ts'

/** The rules of all domains, in the order of the kinds. */
export function retentionRulesOf(all: readonly Domain[]): readonly RetentionRule[] {
  const rules = all.flatMap(({ retention = [] }) => retention)
  return RetentionKind.options.flatMap((kind) => rules.filter((rule) => rule.kind === kind))
}

/** `rows` is null until a table was analyzed. */
type TableSize = { rows: number | null; bytes: number }

/** The size of tables with their partitions, indexes and large values. `rows` is the planner's estimate. */
export async function tableSizes(tx: Tx, all: readonly RetentionRule[]): Promise<Map<string, TableSize>> {
  const tables = all.flatMap(({ tables }) => tables)
  const { rows } = await tx.execute<TableSize & { name: string }>(sql`
    select name, sum(nullif(part.reltuples, -1))::float8 as rows,
      coalesce(sum(pg_total_relation_size(part.oid)), 0)::float8 as bytes
    from unnest(${textArray(tables)}) as asked (name)
    -- A table without partitions has no tree.
    left join lateral (select relid from pg_partition_tree(to_regclass(name)) where isleaf) as tree on true
    join pg_class part on part.oid = coalesce(tree.relid, to_regclass(name))
    group by name`)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

export async function databaseBytes(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]!.bytes
}
