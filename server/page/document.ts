import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/core/http/html.ts'
import type { Bundle } from './bundle.ts'

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#1d6349"/>' +
    '<path d="M8 17l6 6 11-14" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`

export type Document = {
  /** Without `script` for a page that needs none. */
  bundle: Pick<Bundle, 'css'> & Partial<Bundle>
  /** Language tag (BCP 47). */
  lang: string
  title: string
  description?: string
  theme?: string | undefined
  /** CSS rules of this response only. */
  style?: string
  /** Markup that is already escaped. */
  content?: string
  /** Data for the script. */
  model?: unknown
  /** Whether the page may read codes from a camera, which requires a worker. */
  scans?: boolean
  /** Allowed sources of frames in the document. */
  frames?: readonly string[]
  /** Allowed sources of images, besides our own files. */
  pictures?: string
  /** Origins that may show the document in a frame. */
  framedBy: "'none'" | "'self'"
}

/** Sends a compressed HTML document. Its content security policy allows only its own script and styles. */
export function sendDocument(reply: FastifyReply, document: Document): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.headers({
    'content-security-policy': policy(nonce, document),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: reply.getHeader('vary') ?? 'accept-language',
  })
  reply.compress(markupOf(document, nonce))
  return reply
}

export function markupOf(document: Document, nonce: string): string {
  const { bundle, lang, title, description, theme, style = '', content = '', model } = document
  return (
    `<!doctype html><html lang="${lang}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<link rel="icon" href="${icon}"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>` +
    (description ? descriptionOf(title, description) : '') +
    `<style nonce="${nonce}">${bundle.css}${style}</style></head><body><div id="root">${content}</div>` +
    (model === undefined
      ? ''
      : `<script nonce="${nonce}" type="application/json" id="model">${scriptJson(model)}</script>`) +
    `${bundle.script ? `<script nonce="${nonce}" type="module" src="${bundle.script}"></script>` : ''}</body></html>`
  )
}

/** Description for search engines, and for messengers that preview a link. */
function descriptionOf(title: string, description: string): string {
  const [name, text] = [escapeHtml(title), escapeHtml(description)]
  return (
    `<meta name="description" content="${text}"><meta property="og:type" content="website">` +
    `<meta property="og:title" content="${name}"><meta property="og:description" content="${text}">`
  )
}

function policy(nonce: string, { framedBy, scans = false, frames = [], pictures = '' }: Document): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${pictures}`.trimEnd(),
    ...(scans ? ["worker-src 'self'"] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

/** A payload may contain `</script>`, so every `<` is escaped. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
