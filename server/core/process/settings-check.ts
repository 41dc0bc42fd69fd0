import type { Database } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'

/** `value` is in bytes for sizes and in seconds for times, and null for settings without a number. */
type Setting = { name: string; text: string; value: number | null }
type Rule = { name: string; isWeak: (setting: Setting) => boolean; advice: string }

const isOff = ({ text }: Setting): boolean => text === 'off'
const isBelow =
  (least: number) =>
  ({ value }: Setting): boolean =>
    value !== null && value < least
const mebibyte = 1024 ** 2

/** First the settings that protect confirmed work, then those whose defaults are made for a small machine. */
const rules: Rule[] = [
  { name: 'fsync', isWeak: isOff, advice: 'set on; a crash of the machine can damage the whole database' },
  { name: 'full_page_writes', isWeak: isOff, advice: 'set on; a crash of the machine can damage pages' },
  { name: 'synchronous_commit', isWeak: isOff, advice: 'set on; a crash loses confirmed scans and changes' },
  { name: 'autovacuum', isWeak: isOff, advice: 'set on; tables grow, and writes stop when transaction ids run out' },
  {
    name: 'shared_buffers',
    isWeak: isBelow(256 * mebibyte),
    advice: 'set about a quarter of the memory of the database server',
  },
  { name: 'max_wal_size', isWeak: isBelow(2048 * mebibyte), advice: 'set 4GB or more; checkpoints come too often' },
  { name: 'checkpoint_timeout', isWeak: isBelow(15 * 60), advice: 'set 15min or more; checkpoints come too often' },
  { name: 'wal_compression', isWeak: isOff, advice: 'set lz4 or pglz; scattered writes need less WAL' },
  {
    name: 'random_page_cost',
    isWeak: ({ text }) => Number(text) > 2,
    advice: 'set 1.1 for solid-state disks; large tables are scanned although an index exists',
  },
]

/** @returns one sentence for each setting of the database that is unsafe, or too small for large tables */
export async function findWeakSettings(db: Pick<Database, 'read'>): Promise<string[]> {
  const { rows } = await db.read.execute<Setting>(sql`
    select name, current_setting(name) as text,
      case when unit in ('B', 'kB', '8kB', 'MB', 'GB') then pg_size_bytes(current_setting(name))::float8
           when unit in ('ms', 's', 'min') then extract(epoch from current_setting(name)::interval)::float8 end as value
    from pg_settings where name = any(${textArray(rules.map(({ name }) => name))})`)
  const found = new Map(rows.map((row) => [row.name, row]))
  return rules.flatMap(({ name, isWeak, advice }) => {
    const setting = found.get(name)
    return setting && isWeak(setting) ? [`PostgreSQL has ${name} = ${setting.text}: ${advice}.`] : []
  })
}
