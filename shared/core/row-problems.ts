/**
 * Why a row of a file is not taken as it is: quotation marks that do not match, text behind the last column, characters that
 * are no text, or the heading once more.
 */
export const shapeProblems = ['quotes', 'moreCells', 'letters', 'repeatedHeading'] as const
export type ShapeProblem = (typeof shapeProblems)[number]

export const isShapeProblem = (problem: string): problem is ShapeProblem =>
  shapeProblems.some((known) => known === problem)
