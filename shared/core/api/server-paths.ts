/** The first parts of the URL paths that the server handles itself. The console handles all others. */
export const serverPaths = ['api', 'v', 'verify', 'verify-assets', 'health', 'mailbox', 'log', 'timestamp']

/** Matches such a path, also with an extension or a query: `/verify.html`, `/V/…`. */
export const serverPath = new RegExp(`^/(${serverPaths.join('|')})(/|\\.|\\?|$)`, 'i')
