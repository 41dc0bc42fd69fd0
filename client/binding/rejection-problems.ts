import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { bindingProblems } from '#shared/binding/contract.ts'

/** All problems with which the server rejects a request to bind codes, by problem code. */
export const bindingRejectionProblems = rejectionProblems(bindingProblems)
