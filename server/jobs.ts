import { activateBatch, failOrphanedBatches } from './activation/jobs.ts'
import { activateRun, failOrphanedRuns } from './activation/run-job.ts'
import { mailAlarms, searchChangedShipments, watchSensors } from './alarm/jobs.ts'
import { checkAuditChains } from './audit/jobs.ts'
import {
  confirmRegistration,
  deleteOldSessions,
  deleteUnverifiedRegistrations,
  mailLink,
  warnOfGuessing,
} from './auth/jobs.ts'
import { deleteOldIdempotencyKeys } from './core/jobs/cleanup.ts'
import type { Job } from './core/jobs/job-queue.ts'
import { sendMail } from './core/mail/mail.ts'
import { sumScans } from './insights/jobs.ts'
import { mailWeeklySummaries } from './insights/weekly-summary/jobs.ts'
import { deleteUsedTokens, pullReadings } from './logistic/jobs.ts'
import { cleanUpFiles, hideDocument } from './media/jobs.ts'
import { deleteOldNotifications, mailNotifications } from './notification/jobs.ts'
import { failOrphanedOrders, generateCodes } from './order/jobs.ts'
import { retentionJob } from './retention/jobs.ts'
import { retentionRules } from './retention-rules.ts'
import { mailDecision } from './review/jobs.ts'
import { deleteUnfinishedBlobs } from './sync/jobs.ts'
import { createScanPartitions, deleteOldSalts, mergeRecentVisits } from './verify/jobs.ts'

/** All background work, listed by hand. */
export const allJobs = [
  sendMail,
  deleteOldIdempotencyKeys,
  confirmRegistration,
  mailLink,
  warnOfGuessing,
  deleteUnverifiedRegistrations,
  deleteOldSessions,
  deleteUnfinishedBlobs,
  deleteOldSalts,
  createScanPartitions,
  mergeRecentVisits,
  sumScans,
  mailWeeklySummaries,
  generateCodes,
  failOrphanedOrders,
  activateBatch,
  failOrphanedBatches,
  activateRun,
  failOrphanedRuns,
  deleteUsedTokens,
  pullReadings,
  watchSensors,
  mailAlarms,
  searchChangedShipments,
  mailDecision,
  mailNotifications,
  deleteOldNotifications,
  checkAuditChains,
  cleanUpFiles,
  hideDocument,
  retentionJob(retentionRules),
] as readonly Job[]
