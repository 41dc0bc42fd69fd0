import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { activationProblems } from '#shared/activation/contract.ts'
import { formProblems } from '#shared/form/contract.ts'
import { answerProblems } from '#shared/form/question-types/registry.ts'
import { logisticProblems } from '#shared/logistic/contract.ts'
import { packProblems } from '#shared/pack/contract.ts'
import { sensorProblems } from '#shared/sensor/contract.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

/** The problems of all records that devices change, for lists with records of every kind. */
export const allRejectionProblems = rejectionProblems(
  activationProblems,
  formProblems,
  logisticProblems,
  packProblems,
  sensorProblems,
  submissionProblems,
  answerProblems,
)
