import { coreProblems } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

/** All problems with which the server rejects a submission, by problem code. */
export const submissionRejectionProblems = { ...coreProblems, ...submissionProblems }

/** Problems of the date, form or identifier, not of the answers. */
export const headerProblemCodes: readonly string[] = [submissionProblems.noForm.code, submissionProblems.formFixed.code]
