import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendFile } from '#server/core/files/download.ts'
import { asProblem, languageOf as callLanguage, retryAfterOf } from '#server/core/http/errors.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { callsPerMinute, limitReads } from '#server/core/limits/rate-limit.ts'
import { limitTimeShare } from '#server/core/limits/time-share.ts'
import { createResolver } from '#server/gs1/service.ts'
import { assertOwnBrand } from '#server/host/service.ts'
import { createSecretPrinter, createTypoFinder } from '#server/order/service.ts'
import {
  dist,
  pageBundle,
  previewBundle,
  sendDocument,
  sendPlainPage,
  sendValidationPage,
} from '#server/page/service.ts'
import type { Verifier } from '#server/verify/lookup/lookup.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { officialHost } from '#shared/core/host/installation-url.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { readGtin } from '#shared/gs1/gtin.ts'
import { brandHostProblems } from '#shared/host/contract.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import { maxGivenCode, VerifyQuery } from '#shared/verify/contract.ts'
import { previewPath } from '#shared/verify/preview.ts'
import { renderLeavePage } from './leave-page.ts'
import { renderOtherBrandPage } from './other-brand-page.ts'
import { codeText, entryDocument, resultDocument, splitCode } from './render.ts'
import { resultPdfCache } from './result-pdf.ts'

const PageQuery = VerifyQuery.extend({
  gtin: z.string().max(20).optional().catch(undefined),
  lang: z.string().max(10).optional().catch(undefined),
  theme: z.enum(['light', 'dark', 'bnw']).optional().catch(undefined),
})
type PageQuery = z.infer<typeof PageQuery>

/** Rejects a repeated key and a value that is too long, and names the key. Programs may write the `&` of a link as in HTML. */
const readQuery = (request: FastifyRequest) => {
  const entries = Object.entries(request.query as object).map(([key, value]) => [key.replace(/^(amp;)+/, ''), value])
  return parseInput(PageQuery, Object.fromEntries(entries), callLanguage(request))
}

/** The part of the time of this process that searches for typing errors may take. A page without a hint is still an answer. */
const typoShare = 0.05
/** Rendering a PDF page takes some milliseconds. */
const pdfsPerMinute = callsPerMinute(20)
/**
 * Verify pages per minute for one IP address: enough for the Wi-Fi of a busy shop, or for some thousand phones of a
 * mobile network.
 */
const pagesPerMinute = 1200

/** The pages that a printed code leads to. They are rendered on the server, so that the verdict needs no script. */
export function verifyPages(app: FastifyInstance, verifier: Verifier): void {
  if (existsSync(join(dist, 'client'))) {
    app.register(fastifyStatic, {
      root: [join(dist, 'client/assets'), join(dist, 'preview/assets')],
      prefix: '/verify-assets/assets/',
      preCompressed: true,
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
    })
  }

  const resolver = createResolver(app.assay)
  const resultPdfFor = resultPdfCache()
  const host = officialHost(app.assay.config.publicUrl)
  const secretOf = createSecretPrinter(app.assay.config)
  const findTypo = limitTimeShare(typoShare, createTypoFinder(app.assay.config.codeKey))
  const countPage = limitReads(app, 'verify page', pagesPerMinute)

  async function productOf({ gtin: given = '' }: PageQuery) {
    const read = readGtin(given)
    return 'gtin' in read
      ? { gtin: read.gtin, product: await resolver.find(read.gtin) }
      : { gtin: /^\d+$/.test(given) ? given : '' }
  }

  async function answer(asked: () => PageQuery, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let language = callLanguage(request)
    try {
      const query = asked()
      language = languageOf(query, request)
      await countPage(request)
      if (codeText(query) === '') {
        const { gtin, product } = await productOf(query)
        if (product) assertOwnBrand(request.brand, product.merchantId, app.assay.config)
        const named = { language, officialHost: request.brand?.host ?? host, gtin, product }
        return sendDocument(reply, entryDocument(await pageBundle(), query, named))
      }
      const verified = await verifier.verify(query, request, language)
      const typo = verified.verdict === 'unknown' ? findTypo(lettersOf(query)) : undefined
      const secret = verified.tap === 'genuine' ? secretOf(parseCode(codeText(query))!.address) : undefined
      return sendDocument(reply, resultDocument(await pageBundle(), query, verified, { language, typo, secret }))
    } catch (error) {
      const problem = asProblem(error)
      if (problem.kind === coreProblems.failed) throw error
      if (problem.details.issues) return sendValidationPage(error, request, reply)
      if (problem.kind === brandHostProblems.otherBrand) {
        const at = `${app.assay.config.publicUrl}${pathOf(request)}${searchOf(request)}`
        return sendPlainPage(reply.status(problem.kind.status), renderOtherBrandPage({ language, at }))
      }
      const retryAfter = retryAfterOf(problem)
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      reply.status(problem.kind.status).type('text/plain; charset=utf-8')
      return reply.send(problem.body(language, request.id).message)
    }
  }

  app.get('/verify', (request, reply) => answer(() => readQuery(request), request, reply))
  for (const path of ['/V/:code', '/v/:code']) {
    app.get<{ Params: { code: string } }>(path, (request, reply) =>
      answer(() => ({ ...readQuery(request), a: request.params.code.slice(0, maxGivenCode) }), request, reply),
    )
  }
  // A printed GS1 Digital Link. The router has only its form, because programs may have added something to it.
  app.get('/:key/01/*', async (request, reply) => {
    const path = pathOf(request)
    const identity = path.slice(path.indexOf('/01/'))
    if (resolver.isWanted(request)) {
      await countPage(request)
      return resolver.resolve(identity, request, reply)
    }
    resolver.announce(request, reply, identity)
    return answer(() => ({ ...readQuery(request), a: path.slice(0, maxGivenCode) }), request, reply)
  })
  // The start of a printed address, typed without its code. The router ignores a slash at the end.
  for (const path of ['/V', '/v']) app.get(path, (_request, reply) => reply.redirect('/verify', 303))
  const limited = { config: { rateLimit: callsPerMinute(pagesPerMinute) } }
  app.get(previewPath, limited, async (_request, reply) =>
    sendDocument(reply, {
      bundle: await previewBundle(),
      lang: 'en',
      title: 'Preview',
      // Only the editor knows the content of a draft: its images are not uploaded yet, and its frames are sandboxed.
      frames: ['https:'],
      pictures: 'blob:',
      framedBy: "'self'",
    }),
  )
  const resultPdf = {
    config: { rateLimit: pdfsPerMinute, budget: 'pdfs' },
    errorHandler: sendValidationPage,
    // Before the call is forwarded, so that all guesses are counted in one process. Responses cannot be compressed earlier.
    preParsing: async (request: FastifyRequest) => {
      if (!(await verifier.hasSecret(readQuery(request), request))) throw new Problem(coreProblems.notFound)
    },
  } as const
  app.get('/verify/paper', resultPdf, async (request, reply) => {
    const query = readQuery(request)
    const language = languageOf(query, request)
    const answer = await verifier.repeat(query, request, language)
    const { code } = splitCode(query)
    const name = `${code.replace(/[^0-9A-Za-z]/g, '').slice(0, 26)}.pdf`
    const content = await resultPdfFor({ answer, code, language })
    return sendFile(reply.header('cache-control', 'no-store'), { type: 'application/pdf', name }, content)
  })
  app.get('/verify/go', { ...limited, errorHandler: sendValidationPage }, async (request, reply) => {
    const query = readQuery(request)
    const target = await verifier.redirect(query, request)
    if (target && !target.isApproved) {
      const model = { ...splitCode(query), language: languageOf(query, request), theme: query.theme }
      return sendPlainPage(reply, renderLeavePage(model, target.url))
    }
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(target?.url ?? '/verify', 303)
  })
}

const searchOf = ({ originalUrl }: FastifyRequest): string => originalUrl.slice(originalUrl.split('?', 1)[0]!.length)
const pathOf = ({ originalUrl }: FastifyRequest): string => originalUrl.split('?', 1)[0]!

const languageOf = ({ lang }: PageQuery, { headers }: FastifyRequest): Language =>
  preferredLanguage(lang ?? headers['accept-language'])

/** The 42 letters of a whole code, however it was given; empty for anything else. */
function lettersOf(query: PageQuery): string {
  const { address, secret } = parseCode(codeText(query), query.p) ?? {}
  return address && secret?.length === 16 ? formatAddress(address) + secret : ''
}
