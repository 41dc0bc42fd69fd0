/** A cookie that pages can read: a refresh cookie, which they cannot see, stands beside it. */
export const signedInCookie = 'assay-signed-in'

/** The code of the refusal of a call that another site's page made: it says nothing about the session. */
export const crossSiteCode = 'core.crossSite'
