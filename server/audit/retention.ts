import type { Retained } from '#server/core/jobs/retention-rule.ts'
import { sealOldest } from './seal.ts'

export const retainedAudit: Retained = { kind: 'audit', tables: ['audit_entry'], remove: sealOldest }
