import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import { gapFactor, knownSpanMs } from '#shared/sensor/reading-spans.ts'

/** Intervals between a reading and the next one, before the first of them and after the second; null where there is no reading. */
type Intervals = { between: SQL; before: SQL; after: SQL }

/** Whether there is a gap between two readings, see `spansOf`. */
export const gapCondition = ({ between, before, after }: Intervals): SQL => sql`
  (${between} > ${knownSpanMs / 1000}::float8 * interval '1 second'
    and coalesce(${between} > ${gapFactor} * least(${before}, ${after}), true))`
