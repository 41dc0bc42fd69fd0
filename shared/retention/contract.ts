import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Instant } from '#shared/core/fields/fields.ts'
import { RetentionKind } from '#shared/core/retention-kind.ts'

export const RetainedData = z
  .object({
    kind: RetentionKind,
    /** The environment variable with the number of days. */
    variable: z.string(),
    /** Null: nothing of this kind is deleted. */
    days: z.number().int().nullable(),
    /** The database's estimate; null until it has counted once. */
    rows: z.number().int().nullable(),
    /** With indexes. */
    bytes: z.number().int(),
    /** Rows before this time are deleted. Null while everything is kept. */
    since: Instant.nullable(),
    /** The last cleanup, and the rows that it deleted. */
    lastRun: z.object({ at: Instant, removed: z.number().int() }).nullable(),
  })
  .meta({ id: 'RetainedData' })
export type RetainedData = z.infer<typeof RetainedData>

export const retentionContract = defineContract({
  list: {
    method: 'GET',
    path: '/retention',
    access: 'admin',
    summary: 'List the kinds of retained data with their age and size',
    answer: z.object({
      rows: z.array(RetainedData),
      /** The whole database. */
      databaseBytes: z.number().int(),
    }),
  },
})
