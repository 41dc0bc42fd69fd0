import { SingleLine } from './fields.ts'
import { linkUrlProblem } from './web-url.ts'

/** A URL that a page may link to, or empty. */
export const OptionalPublicUrl = SingleLine(500)
  .superRefine((url, context) => {
    const problem = linkUrlProblem(url)
    if (problem) context.addIssue(problem)
  })
  .default('')
