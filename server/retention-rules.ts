import { auditRetentionRule } from './audit/retention.ts'
import { jobRetentionRule } from './core/jobs/retention.ts'
import type { RetentionRule } from './core/jobs/retention-rule.ts'
import { mailRetentionRule } from './core/mail/retention.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './sync/retention/retention.ts'
import { caseRetentionRule } from './verdict/retention.ts'
import { scanRetentionRule } from './verify/retention.ts'

/** The retention rules of all kinds of data, listed by hand. */
export const retentionRules: readonly RetentionRule[] = [
  scanRetentionRule,
  auditRetentionRule,
  syncLedgerRetentionRule,
  syncChangeRetentionRule,
  mailRetentionRule,
  caseRetentionRule,
  jobRetentionRule,
]
