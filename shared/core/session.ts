/** A cookie that pages can read: a refresh cookie, which they cannot see, stands beside it. */
export const signedInCookie = 'assay-signed-in'
