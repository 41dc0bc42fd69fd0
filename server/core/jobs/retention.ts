import type { Retained } from './retention-rule.ts'

/** The queue deletes finished jobs itself: see `openJobQueue`. */
export const retainedJobs: Retained = { kind: 'jobs', tables: ['pgboss.job'] }
