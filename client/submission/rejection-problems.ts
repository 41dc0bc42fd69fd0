import type { Rejection } from '#client/core/offline/database/database.ts'
import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { answerProblems } from '#shared/form/question-types/registry.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

/** All problems with which the server rejects a submission, by problem code. */
export const submissionRejectionProblems = rejectionProblems(submissionProblems, answerProblems)

const headerProblemCodes: readonly string[] = [submissionProblems.noForm.code, submissionProblems.formFixed.code]

/** Whether a rejection is about the date, form or identifier of a submission, not about its answers. */
export const isAboutHeader = (rejection: Rejection | undefined): boolean =>
  rejection !== undefined && headerProblemCodes.includes(rejection.code)
