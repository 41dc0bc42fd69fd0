import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { keyActorOf } from '#server/core/http/authorize.ts'
import { asProblem, languageOf as callLanguage, retryAfterOf } from '#server/core/http/errors.ts'
import { escapeHtml } from '#server/core/http/html.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { limitReads } from '#server/core/limits/rate-limit.ts'
import { audit } from '#server/core/logging/audit.ts'
import { wantedData } from '#server/gs1/service.ts'
import { assertOwnBrand } from '#server/host/service.ts'
import { sendPlainPage } from '#server/page/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { Count, Id } from '#shared/core/fields/fields.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { parseDigitalLink } from '#shared/gs1/digital-link.ts'
import { accessTiers } from '#shared/passport/contract.ts'
import { passportPageText } from '#shared/passport/page-text.ts'
import { passportProblems } from '#shared/passport/problems.ts'
import { credentialOf, jsonOf, type ShownPassport } from './documents.ts'
import { createPassportLookup, findItem } from './lookup.ts'
import { sendPassportPage } from './page.ts'
import { tierOf } from './reader-tier.ts'
import { openIssuer } from './signing.ts'
import { statusListOf } from './status-list.ts'

/** Answers per minute for one IP address. */
const passportsPerMinute = 600
const credentialType = 'application/vc+jwt'
const dataTypes = [credentialType, 'application/json'] as const
const formats = { jwt: credentialType, json: 'application/json' } as const

const PassportPageQuery = z.object({
  version: z.coerce.number().pipe(Count.min(1)).optional(),
  /** The values of an item, by their revision. */
  values: z.coerce.number().pipe(Count).optional(),
  /** For a person who opens the data in a browser, which asks for a page. */
  format: z.enum(['jwt', 'json']).optional(),
  tier: z.enum(accessTiers).optional(),
  lang: z.string().max(10).optional().catch(undefined),
  theme: z.enum(['light', 'dark', 'bnw']).optional().catch(undefined),
})
type PassportPageQuery = z.infer<typeof PassportPageQuery>

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Accept, Authorization',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'cache-control': 'no-store',
  vary: 'Accept, Accept-Language, Authorization',
}

/** The passports themselves, for everybody: pages and data. */
export function registerPassportPages(app: FastifyInstance): void {
  const { config, db } = app.assay
  const origin = config.publicUrl
  const find = createPassportLookup(db)
  const count = limitReads(app, 'passport', passportsPerMinute)

  async function show(query: PassportPageQuery, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const link = parseDigitalLink(pathOf(request).slice('/dpp'.length))
    if (!link) throw new Problem(passportProblems.syntax)
    const published = await find(link, query.version)
    if (!published) throw new Problem(passportProblems.none, { gtin: link.gtin })
    assertOwnBrand(request.brand, published.merchantId, config)
    const reader = await keyActorOf(app, request, reply)
    const tier = tierOf(published, { reader, asked: query.tier })
    // A stranger must not learn whether a serial number is that of an active code: the secret of the code is not in this address.
    const item = tier === 'public' || link.serial === undefined ? undefined : await findItem(db, published, link.serial)
    // The address of a credential names the values that it was signed with; those before are not kept.
    if (query.values !== undefined && query.values !== item?.revision) throw new Problem(passportProblems.noVersion)
    const shown: ShownPassport = {
      ...{ published: { ...published, item }, origin, tier },
      issuer: openIssuer(config, published.merchantId),
    }
    const type = typeOf(query, request)
    if (shown.tier !== 'public') await auditRead(shown, request, type ?? 'text/html')
    if (type === credentialType) return reply.type(type).send(shown.issuer.sign(credentialOf(shown)))
    if (type) return reply.type(type).send(JSON.stringify(jsonOf(shown)))
    const newest = query.version === undefined ? published : await find(link, undefined)
    return sendPassportPage(reply, shown, {
      language: preferredLanguage(query.lang ?? request.headers['accept-language']),
      theme: query.theme,
      isNewest: newest?.version === published.version,
    })
  }

  /** Of what is not for everybody, the merchant can see who read it. */
  const auditRead = ({ published, tier }: ShownPassport, request: FastifyRequest, form: string) =>
    db.system((tx) => {
      const { skuId, merchantId, gtin, lot, item, version } = published
      const data = { gtin, ...(lot !== '' && { lot }), ...(item && { serial: item.serial }), version, tier, form }
      return audit(tx, request, 'passport.read', { subject: skuId, merchantId, data })
    })

  app.get('/dpp/01/*', async (request, reply) => {
    reply.headers(headers)
    let type = wantedData(request.headers.accept ?? '', dataTypes)
    try {
      await count(request)
      const query = parseInput(PassportPageQuery, request.query, callLanguage(request))
      type = typeOf(query, request)
      return await show(query, request, reply)
    } catch (error) {
      const problem = asProblem(error)
      // Programs get problems as everywhere; a person gets a page that says the same.
      if (type !== undefined || problem.kind === coreProblems.failed) throw error
      return sendProblemPage(problem, request, reply)
    }
  })
  app.options('/dpp/01/*', (_request, reply) => reply.status(204).headers(headers).send())

  app.get<{ Params: { merchant: string } }>('/dpp/:merchant/did.json', async (request, reply) => {
    const { issuer } = await issuerOf(request, reply)
    return reply.type('application/json').send(JSON.stringify(issuer.document))
  })
  app.get<{ Params: { merchant: string } }>('/dpp/:merchant/status', async (request, reply) => {
    const { issuer, list } = await issuerOf(request, reply)
    return reply.type(credentialType).send(issuer.sign(list))
  })

  /** Only merchants who have published something issue. */
  async function issuerOf(request: FastifyRequest<{ Params: { merchant: string } }>, reply: FastifyReply) {
    reply.headers(headers)
    await count(request)
    const { data: merchantId } = Id.safeParse(request.params.merchant)
    if (merchantId === undefined) throw new Problem(passportProblems.noIssuer)
    const issuer = openIssuer(config, merchantId)
    const list = await statusListOf(db, { merchantId, origin, issuer })
    if (!list) throw new Problem(passportProblems.noIssuer)
    return { issuer, list }
  }
}

const typeOf = ({ format }: PassportPageQuery, request: FastifyRequest) =>
  format ? formats[format] : wantedData(request.headers.accept ?? '', dataTypes)

function sendProblemPage(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = callLanguage(request)
  const retryAfter = retryAfterOf(problem)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const title = passportPageText[language].noPassport
  const { message } = problem.body(language, request.id)
  const content = `<main><article class="card"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p></article></main>`
  return sendPlainPage(reply.status(problem.kind.status), { language, title, content })
}

const pathOf = ({ originalUrl }: FastifyRequest): string => originalUrl.split('?', 1)[0]!
