import { activateBatch } from './activation/activate.ts'
import { deleteOldSessions, guessed, mailLink, removeClaims, welcome } from './auth/jobs.ts'
import type { Job } from './core/jobs.ts'
import { sendMail } from './core/mail.ts'
import { sweep } from './core/sweep.ts'
import { cleanFiles } from './media/clean.ts'
import { generateCodes } from './order/generate.ts'
import { tellDecision } from './review/jobs.ts'
import { deleteUnfinishedBlobs } from './sync/jobs.ts'
import { forgetSalt } from './verify/jobs.ts'

/** All background work, listed by hand. */
export const allJobs = [
  sendMail,
  sweep,
  welcome,
  mailLink,
  guessed,
  removeClaims,
  deleteOldSessions,
  deleteUnfinishedBlobs,
  forgetSalt,
  generateCodes,
  activateBatch,
  tellDecision,
  cleanFiles,
] as readonly Job[]
