import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Language, preferredLanguage } from '#shared/core/language.ts'
import { Problem } from '#shared/core/problem.ts'
import { readCode } from '#shared/verify/code.ts'
import { type VerifyAnswer, VerifyQuery } from '#shared/verify/contract.ts'
import { verifyText } from '#shared/verify/text.ts'
import { accentStyle } from './accent.ts'
import type { Verifier } from './lookup.ts'

const dist = join(import.meta.dirname, '../../dist/verify')

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#1d6349"/>' +
    '<path d="M8 17l6 6 11-14" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`

const PageQuery = VerifyQuery.extend({
  lang: z.string().max(10).optional().catch(undefined),
  theme: z.enum(['light', 'dark', 'bnw']).optional().catch(undefined),
})
type PageQuery = z.infer<typeof PageQuery>

interface Bundle {
  script: string
  styles: string[]
  render(model: unknown): string
}

/** The pages that a printed code leads to: painted here, so that the verdict needs no script. */
export function verifyPages(app: FastifyInstance, verifier: Verifier): void {
  let bundle: Promise<Bundle> | undefined
  const loadBundle = () => {
    bundle ??= readBundle().catch((error) => {
      bundle = undefined
      throw error
    })
    return bundle
  }

  if (existsSync(join(dist, 'client'))) {
    app.register(fastifyStatic, {
      root: join(dist, 'client/assets'),
      prefix: '/verify-assets/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
    })
  }

  async function answer(query: PageQuery, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = preferredLanguage(query.lang ?? request.headers['accept-language'])
    try {
      const verified = await verifier.verify(query, request)
      return paint(reply, await loadBundle(), query, verified, language)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      reply.status(error.kind.status).type('text/plain; charset=utf-8')
      return reply.send(error.body(language, request.id).message)
    }
  }

  app.get('/verify', (request, reply) => answer(PageQuery.parse(request.query), request, reply))
  for (const path of ['/V/:code', '/v/:code']) {
    app.get<{ Params: { code: string } }>(path, (request, reply) =>
      answer({ ...PageQuery.parse(request.query), a: request.params.code.slice(0, 200) }, request, reply),
    )
  }
  app.get('/verify/go', async (request, reply) => {
    const query = PageQuery.parse(request.query)
    const target = await verifier.redirect(query, request)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(target ?? '/verify', 303)
  })
}

async function readBundle(): Promise<Bundle> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const entry = manifest['main.tsx'] as { file: string; css?: string[] }
  const { renderPage } = await import(pathToFileURL(join(dist, 'server/server.js')).href)
  const url = (file: string) => `/verify-assets/${file}`
  return { script: url(entry.file), styles: (entry.css ?? []).map(url), render: renderPage }
}

function paint(
  reply: FastifyReply,
  bundle: Bundle,
  query: PageQuery,
  answer: VerifyAnswer,
  language: Language,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const { code, secret } = printed(query)
  const model = { answer, code, secret, language, theme: query.theme }
  const brand = answer.product?.name
  const title = brand ? `${brand} · ${verifyText[language].title}` : verifyText[language].title
  const theme = query.theme ? ` data-theme="${query.theme}"` : ''
  const styles = bundle.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  reply.headers({
    'content-security-policy': policy(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  })
  return reply.send(
    `<!doctype html><html lang="${language.slice(0, 2)}"${theme}><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<link rel="icon" href="${icon}"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${styles}` +
      `<style nonce="${nonce}">${accentStyle(answer.customization)}</style></head><body>` +
      `<div id="root">${bundle.render(model)}</div>` +
      `<script nonce="${nonce}" type="application/json" id="model">${scriptJson(model)}</script>` +
      `<script nonce="${nonce}" type="module" src="${bundle.script}"></script></body></html>`,
  )
}

/** The code and the secret as two words, however they were printed or typed. */
function printed(query: VerifyQuery): { code: string; secret: string } {
  const given = (query.a ?? query.address ?? '').trim()
  const scanned = readCode(given, query.p)
  const letters = given.replace(/[\s-]/g, '')
  return { code: letters.length === 42 ? letters.slice(0, 26) : given, secret: scanned?.secret ?? query.p ?? '' }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** A payload may hold `</script>`: no `<` stays in the element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
