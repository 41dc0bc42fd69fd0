import { retainedAudit } from './audit/retention.ts'
import { retainedJobs } from './core/jobs/retention.ts'
import type { Retained } from './core/jobs/retention-rule.ts'
import { retainedMails } from './core/mail/retention.ts'
import { retainedSyncChanges, retainedSyncLedger } from './sync/retention/retention.ts'
import { retainedCases } from './verdict/retention.ts'
import { retainedScans } from './verify/retention.ts'

/** All data that can be deleted after a time, listed by hand. */
export const allRetained: readonly Retained[] = [
  retainedScans,
  retainedAudit,
  retainedSyncLedger,
  retainedSyncChanges,
  retainedMails,
  retainedCases,
  retainedJobs,
]
