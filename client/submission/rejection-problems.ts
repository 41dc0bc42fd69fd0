import { coreProblems } from '#shared/core/api/problem.ts'
import { submissionProblems } from '#shared/submission/contract.ts'

/** What the server may say about a submission, in words of the reader's language. */
export const submissionRejectionProblems = { ...coreProblems, ...submissionProblems }

/** Troubles that lie in date, form or identifier, not in the answers. */
export const headerProblemCodes: readonly string[] = [submissionProblems.noForm.code, submissionProblems.formFixed.code]
