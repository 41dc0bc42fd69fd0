import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asProblem, retryAfterOf } from '#server/core/errors.ts'
import { hostKey } from '#server/core/limit-key.ts'
import { callsPerMinute, slowDown } from '#server/core/rate-limit.ts'
import { type Language, preferredLanguage } from '#shared/core/language.ts'
import { coreProblems } from '#shared/core/problem.ts'
import { frameOrigins } from '#shared/customization/frames.ts'
import { pageStyle } from '#shared/customization/page-style.ts'
import { saidOf } from '#shared/verdict/band.ts'
import { readCode } from '#shared/verify/code.ts'
import { type VerifyAnswer, VerifyQuery } from '#shared/verify/contract.ts'
import { previewPath } from '#shared/verify/preview.ts'
import { verifyText } from '#shared/verify/text.ts'
import { dist, type PageBundle, pageBundle, previewBundle } from './bundle.ts'
import { sendDocument } from './document.ts'
import type { Verifier } from './lookup.ts'
import { paperOf } from './paper.ts'

const PageQuery = VerifyQuery.extend({
  lang: z.string().max(10).optional().catch(undefined),
  theme: z.enum(['light', 'dark', 'bnw']).optional().catch(undefined),
})
type PageQuery = z.infer<typeof PageQuery>

/** A page of PDF takes some milliseconds to set. */
const papers = callsPerMinute(20)
/** Verify pages a minute for one address: as many as a busy shop's Wi-Fi, or some thousand phones of a mobile network. */
const pagesPerMinute = 1200
const pageKey = ({ caller }: FastifyRequest) => `verify page ${hostKey(caller)}`

/** The pages that a printed code leads to: painted here, so that the verdict needs no script. */
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

  const countPage = app.createRateLimit({ ...callsPerMinute(pagesPerMinute), keyGenerator: pageKey })

  async function answer(query: PageQuery, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = preferredLanguage(query.lang ?? request.headers['accept-language'])
    try {
      const counted = await countPage(request)
      if (!counted.isAllowed && counted.isExceeded) throw slowDown(counted.ttl)
      const verified = await verifier.verify(query, request)
      return paint(reply, await pageBundle(), query, verified, language)
    } catch (error) {
      const problem = asProblem(error)
      if (problem.kind === coreProblems.failed) throw error
      const retryAfter = retryAfterOf(problem)
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      reply.status(problem.kind.status).type('text/plain; charset=utf-8')
      return reply.send(problem.body(language, request.id).message)
    }
  }

  app.get('/verify', (request, reply) => answer(PageQuery.parse(request.query), request, reply))
  for (const path of ['/V/:code', '/v/:code']) {
    app.get<{ Params: { code: string } }>(path, (request, reply) =>
      answer({ ...PageQuery.parse(request.query), a: request.params.code.slice(0, 200) }, request, reply),
    )
  }
  const limited = { config: { rateLimit: callsPerMinute(pagesPerMinute) } }
  app.get(previewPath, limited, async (_request, reply) =>
    sendDocument(reply, {
      bundle: await previewBundle(),
      lang: 'en',
      title: 'Preview',
      // What a draft holds is known to the editor alone: its pictures are not uploaded yet, its frames are sandboxed.
      frames: ['https:'],
      pictures: 'blob:',
      framedBy: "'self'",
    }),
  )
  app.get('/verify/paper', { config: { rateLimit: papers } }, async (request, reply) => {
    const query = PageQuery.parse(request.query)
    const answer = await verifier.repeat(query, request)
    const language = preferredLanguage(query.lang ?? request.headers['accept-language'])
    const { code } = printed(query)
    reply.header('cache-control', 'no-store').type('application/pdf')
    reply.header('content-disposition', `attachment; filename="${code.replace(/[^0-9A-Za-z]/g, '').slice(0, 26)}.pdf"`)
    return reply.send(await paperOf({ answer, code, language, at: new Date() }))
  })
  app.get('/verify/go', limited, async (request, reply) => {
    const query = PageQuery.parse(request.query)
    const target = await verifier.redirect(query, request)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(target ?? '/verify', 303)
  })
}

function paint(
  reply: FastifyReply,
  bundle: PageBundle,
  query: PageQuery,
  answer: VerifyAnswer,
  language: Language,
): FastifyReply {
  const said = saidOf(answer.item, language)
  const model = { answer, said, ...printed(query), language, theme: query.theme }
  const brand = answer.product?.name
  return sendDocument(reply, {
    bundle,
    lang: language.slice(0, 2),
    title: brand ? `${brand} · ${verifyText[language].title}` : verifyText[language].title,
    description: verifyText[language].description,
    theme: query.theme,
    style: pageStyle(answer.customization),
    content: bundle.render(model),
    model,
    frames: frameOrigins(answer.customization?.additions ?? [], answer.frameHosts),
    framedBy: "'none'",
  })
}

/** The code and the secret as two words, however they were printed or typed. */
function printed(query: VerifyQuery): { code: string; secret: string } {
  const given = (query.a ?? query.address ?? '').trim()
  const scanned = readCode(given, query.p)
  const letters = given.replace(/[\s-]/g, '')
  return { code: letters.length === 42 ? letters.slice(0, 26) : given, secret: scanned?.secret ?? query.p ?? '' }
}
