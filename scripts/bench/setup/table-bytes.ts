import type pg from 'pg'

/** Bytes of tables with their partitions, indexes and TOAST. */
export async function tableBytes(client: pg.Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(coalesce(part.relid, listed.name::regclass))) as bytes
     from unnest($1::text[]) as listed (name) left join lateral pg_partition_tree(listed.name::regclass) as part on true`,
    [tables],
  )
  return Number(rows[0]!.bytes)
}
