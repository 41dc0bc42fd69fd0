import { createHash, randomBytes } from 'node:crypto'

/** A token that nobody can guess, as text for a cookie or a link. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The database contains only this hash of a token. Tokens are random, so it needs no salt. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
