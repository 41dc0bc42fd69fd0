/** The 16 bytes of a UUID in the notation of PostgreSQL: with hyphens, in lower case. */
export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
