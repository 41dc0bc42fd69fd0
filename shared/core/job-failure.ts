/** The reason why background work failed permanently: no space left, a database that was not reachable, or an error of the server. */
export const jobFailures = ['noSpace', 'unavailable', 'internal'] as const
export type JobFailure = (typeof jobFailures)[number]
