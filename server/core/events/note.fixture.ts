import { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { defineEvent } from '#shared/core/domain-event.ts'

export const noteErased = defineEvent('note.erased', z.object({}))
export const noteWritten = defineEvent('note.written', z.object({ n: z.number() }))

/** Writes into the table `trace` of the test. */
export const leaveTrace = (tx: Tx, by: string, subject: string, n: number) =>
  tx.execute(sql`insert into trace (by, subject, n) values (${by}, ${subject}, ${n})`)
