import { readFileSync } from 'node:fs'

export type ProxyProgram = 'caddy' | 'nginx'

/** The host of the examples. */
const exampleHost = 'brand.example'

/** The file of the proxy for a host: the example of docs/reverse-proxy.md, so that what people read is what runs. */
export function proxyFile(program: ProxyProgram, host: string): string {
  const text = readFileSync('docs/reverse-proxy.md', 'utf8')
  if (program === 'nginx') return withHost(blockBelow(text, '## nginx'), host)
  const site = blockBelow(text, '## Caddy')
  // To try it on one machine: beside a site that answers for all names, Caddy has no certificate for this one.
  if (host.split(':')[0] === 'localhost') return withHost(site, host)
  const directives = site.slice(site.indexOf('{\n') + 2, site.lastIndexOf('}'))
  // The file with custom domains of merchants, which has a place for the directives.
  const all = blockBelow(text, '## Custom domains').replace(/^ *# .*\n/m, () => directives)
  return withHost(all, host)
}

function blockBelow(text: string, heading: string): string {
  const block = /^```\n([\s\S]*?)^```$/m.exec(text.slice(text.indexOf(`\n${heading}\n`)))?.[1]
  if (!block) throw new Error(`docs/reverse-proxy.md has no example below "${heading}"`)
  return block
}

const withHost = (text: string, host: string) => text.replaceAll(exampleHost, host)

/** Whether a Caddyfile is the one of the package, which only answers with a page of its own. */
export const isPackageCaddyfile = (text: string): boolean =>
  text.replace(/#.*/g, '').replace(/\s+/g, ' ').trim() === ':80 { root * /usr/share/caddy file_server }'
