import { activateBatch } from './activation/activate.ts'
import { confirmRegistration, deleteOldSessions, mailLink, removeClaims, warnOfGuessing } from './auth/jobs.ts'
import type { Job } from './core/jobs.ts'
import { sendMail } from './core/mail.ts'
import { deleteOldIdempotencyKeys } from './core/sweep.ts'
import { cleanUpFiles } from './media/clean.ts'
import { generateCodes } from './order/generate.ts'
import { mailDecision } from './review/jobs.ts'
import { deleteUnfinishedBlobs } from './sync/jobs.ts'
import { deleteOldSalts } from './verify/jobs.ts'

/** All background work, listed by hand. */
export const allJobs = [
  sendMail,
  deleteOldIdempotencyKeys,
  confirmRegistration,
  mailLink,
  warnOfGuessing,
  removeClaims,
  deleteOldSessions,
  deleteUnfinishedBlobs,
  deleteOldSalts,
  generateCodes,
  activateBatch,
  mailDecision,
  cleanUpFiles,
] as readonly Job[]
