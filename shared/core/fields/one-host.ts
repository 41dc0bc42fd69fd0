import { SingleLine } from './fields.ts'
import { parseHosts } from './web-url.ts'

/** A host as people enter it: a name, or the URL of a page. Its letters outside ASCII are encoded as browsers do it (punycode). */
export const OneHost = SingleLine(500).transform((text, context) => {
  const [host, ...more] = parseHosts(text) ?? []
  if (!host || more.length > 0) context.addIssue('Invalid host name')
  return host ?? ''
})
