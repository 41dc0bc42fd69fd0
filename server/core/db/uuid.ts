/** The 16 bytes of a UUID as PostgreSQL writes it: with hyphens, in lower case. */
export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
