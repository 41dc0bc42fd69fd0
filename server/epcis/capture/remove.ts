import type { Tx } from '#server/core/db/database.ts'
import { and, eq, isNull, sql } from '#server/core/drizzle/orm.ts'
import { epcisCaptured } from '#server/epcis/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { captureProblems } from '#shared/epcis/capture-contract.ts'

/** Hides an event of a partner. It is not stored again when it is reported again. */
export async function removeCaptured(
  tx: Tx,
  merchantId: string,
  eventId: string,
): Promise<{ id: string; reporter: string }> {
  const [row] = await tx
    .update(epcisCaptured)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        eq(epcisCaptured.merchantId, merchantId),
        eq(epcisCaptured.eventId, eventId),
        isNull(epcisCaptured.removedAt),
      ),
    )
    .returning()
  if (!row) throw new Problem(captureProblems.notReported)
  return row
}
