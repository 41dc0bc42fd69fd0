import { z } from 'zod'

/** The kinds of data with a setting for how long they are kept. Each has a rule that its domain declares. */
export const RetentionKind = z.enum([
  'scans',
  'audit',
  'syncLedger',
  'syncChanges',
  'mails',
  'cases',
  'jobs',
  'webhooks',
])
export type RetentionKind = z.infer<typeof RetentionKind>
