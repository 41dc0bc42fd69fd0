/** Crockford's base32 digits: I, L and O are read as the digits they look like, U is never written. */
export const base32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
