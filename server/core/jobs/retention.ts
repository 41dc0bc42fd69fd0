import type { RetentionRule } from './retention-rule.ts'

/** The queue deletes finished jobs itself: see `openJobQueue`. */
export const jobRetentionRule: RetentionRule = { kind: 'jobs', tables: ['pgboss.job'] }
