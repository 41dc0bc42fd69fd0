/** A cookie that pages can read. It indicates that a refresh cookie exists, which they cannot read. */
export const signedInCookie = 'assay-signed-in'

/** The problem code of a call from a page of another site. It does not concern the session. */
export const crossSiteProblemCode = 'core.crossSite'

/** The problem code of a refresh on a device that was signed out on purpose. */
export const signedOutProblemCode = 'core.signedOut'
