import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { activationProblems } from '#shared/activation/contract.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

/** All problems with which the server rejects a list of codes, by problem code. */
export const activationRejectionProblems = rejectionProblems(activationProblems, submissionProblems)
