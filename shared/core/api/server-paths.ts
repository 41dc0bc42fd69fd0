/** The first parts of the URL paths that the server handles itself. The console handles all others. */
export const serverPaths = ['api', 'v', 'verify', 'verify-assets', 'dpp', 'health', 'mailbox', 'log', 'timestamp']

/** GS1 Digital Links, printed ones with a key before them, and the description of their resolver. */
export const digitalLinkPath = '(?:[^/?]+/)?01/|\\.well-known/gs1resolver'
/** Matches such a path, also with an extension or a query: `/verify.html`, `/V/…`. */
export const serverPath = new RegExp(`^/((${serverPaths.join('|')})(/|\\.|\\?|$)|${digitalLinkPath})`, 'i')
