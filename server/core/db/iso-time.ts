/** A time of PostgreSQL as ISO 8601 in UTC. */
export const isoTime = (time: string | Date | null): string | null => time && new Date(time).toISOString()
