import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'

/** Whether the runtime knows this time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const TrendMonth = z.object({
  /** Year and month, such as 2026-11. */
  month: z.string(),
  /** SKUs created. */
  created: z.number().int(),
  /** Codes generated. */
  generated: z.number().int(),
})
export type TrendMonth = z.infer<typeof TrendMonth>

export const insightsContract = defineContract({
  trend: {
    method: 'GET',
    path: '/insights/trend',
    access: 'reader',
    summary: 'Count the created SKUs and generated codes of each of the last 12 months, including the current one',
    query: z.object({
      /** The IANA time zone in which months end. */
      timeZone: z
        .string()
        .regex(/^[A-Za-z][\w+/-]{0,60}$/)
        .refine(isTimeZone)
        .default('UTC'),
    }),
    answer: z.array(TrendMonth),
  },
})
