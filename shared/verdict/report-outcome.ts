/**
 * What the page that answers a report says about it. Pages about anything else, such as the sign-in page of a Wi-Fi, have no outcome:
 * - done: the server has the report, or nobody can get it
 * - rejected: the form is shown again with the reason
 * - tooMany: the same, because the code accepts no further report today
 */
export const reportOutcomes = ['done', 'rejected', 'tooMany'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** The attribute of an element of the page whose value is the outcome. */
export const outcomeAttribute = 'data-report'
