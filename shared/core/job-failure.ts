/** Why background work was given up: no space left, a database that was not reachable, or an error of the server. */
export const jobFailures = ['noSpace', 'unavailable', 'internal'] as const
export type JobFailure = (typeof jobFailures)[number]
