import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { packProblems } from '#shared/pack/contract.ts'

/** All problems with which the server rejects a package, by problem code. */
export const packRejectionProblems = rejectionProblems(packProblems)
