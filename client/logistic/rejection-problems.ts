import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'

/** All problems with which the server rejects a shipment, by problem code. */
export const logisticRejectionProblems = rejectionProblems(logisticProblems)
