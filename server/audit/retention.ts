import type { RetentionRule } from '#server/core/jobs/retention-rule.ts'
import { sealOldest } from './seal.ts'

export const auditRetentionRule: RetentionRule = { kind: 'audit', tables: ['audit_entry'], remove: sealOldest }
