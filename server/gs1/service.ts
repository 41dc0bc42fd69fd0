import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/core/services.ts'
import { assertOwnBrand } from '#server/host/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type DigitalLink, digitalLinkPathOf, parseDigitalLink } from '#shared/gs1/digital-link.ts'
import { gs1Problems } from '#shared/gs1/problems.ts'
import { defaultOf, levelsOf, linksetOf, linksOfType, vocabulary } from './linkset.ts'
import { bestLinks, linksetTypes, wantedData, wantedLinkset } from './negotiate.ts'
import { createGtinLookup, type GtinProduct } from './products.ts'

export { createGtinLookup, wantedData }

const context =
  '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"'
/** How a caller may name a type of GS1's vocabulary. */
const typeNames = /^(?:gs1:|https?:\/\/(?:ref\.)?gs1\.org\/voc\/)(\w+)$/

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-expose-headers': 'Link, Location',
  vary: 'Accept, Accept-Language',
}

export type Resolver = {
  /** The URL below which the links of a request are: at the custom domain, if it arrived there. */
  originOf(request: FastifyRequest): string
  /** Whether a request for a printed code wants links instead of the page of the code. */
  isWanted(request: FastifyRequest): boolean
  /** Adds the headers by which programs find the linkset of a page. */
  announce(request: FastifyRequest, reply: FastifyReply, path: string): void
  /** The product of a GTIN, for people who have no code of an item. */
  find(gtin: string): Promise<GtinProduct | undefined>
  /** @param path that of the GS1 Digital Link, without a key */
  resolve(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

export function createResolver({ db, config }: Pick<Services, 'db' | 'config'>): Resolver {
  const originOf = ({ brand }: FastifyRequest) => brand?.url ?? config.publicUrl
  const findProduct = createGtinLookup(db)
  const linksetOfPath = (origin: string, path: string) =>
    `<${origin}${path}>; rel="linkset"; type="application/linkset+json"`
  const linkTypeOf = ({ query }: FastifyRequest): string | undefined => {
    const { linkType } = query as Record<string, string | string[] | undefined>
    if (Array.isArray(linkType)) throw new Problem(gs1Problems.syntax)
    return linkType
  }

  return {
    originOf,
    find: findProduct,
    isWanted: (request) => linkTypeOf(request) !== undefined || wantedLinkset(request.headers.accept) !== undefined,
    announce: (request, reply, path) =>
      void reply.headers({ ...headers, link: linksetOfPath(originOf(request), identityOf(path)) }),

    async resolve(path, request, reply) {
      reply.headers(headers)
      const origin = originOf(request)
      const link = parseDigitalLink(path)
      if (!link) throw new Problem(gs1Problems.syntax)
      if (request.method === 'OPTIONS')
        return reply
          .status(204)
          .header('link', linksetOfPath(origin, identityPath(link)))
          .send()
      const product = await findProduct(link.gtin)
      if (!product) throw new Problem(gs1Problems.noProduct, { gtin: link.gtin })
      assertOwnBrand(request.brand, product.merchantId, config)
      const levels = levelsOf(link, product, origin)
      const asked = linkTypeOf(request)
      const { accept } = request.headers
      const linkset = (status: number, type: string = linksetTypes[0]) =>
        reply
          .status(status)
          .type(type)
          .header('link', context)
          .send(JSON.stringify(linksetOf(levels)))
      if (asked === 'linkset' || asked === 'all') return linkset(200, wantedLinkset(accept))
      if (asked === undefined) {
        const wanted = wantedLinkset(accept)
        if (wanted) return linkset(200, wanted)
        return redirect(defaultOf(levels).href)
      }
      const type = typeNames.exec(asked)?.[1]
      const found = type === undefined ? [] : linksOfType(levels, type)
      const best = bestLinks(found, { language: request.headers['accept-language'], accept })
      if (best.length === 0) throw new Problem(gs1Problems.noLink, { type: asked.slice(0, 100) })
      return best.length > 1 ? linkset(300) : redirect(best[0]!.href)

      function redirect(href: string): FastifyReply {
        const target = withQuery(href, request.originalUrl)
        return reply
          .status(307)
          .headers({ location: target, link: linksetOfPath(origin, identityPath(link!)) })
          .send()
      }
    },
  }
}

/** A link of a linkset names the request; a lot or a variant is a part of it, a printed key is not. */
function identityPath({ gtin, variant, lot, serial }: DigitalLink): string {
  const parts = [
    ['22', variant],
    ['10', lot],
    ['21', serial],
  ].flatMap(([ai, value]) => (value === undefined ? [] : [`/${ai}/${encodeURIComponent(value)}`]))
  return digitalLinkPathOf({ gtin }) + parts.join('')
}

function identityOf(path: string): string {
  const link = parseDigitalLink(path)
  return link ? identityPath(link) : path
}

/** The target with the query of the request, which is meant for it. */
function withQuery(href: string, requested: string): string {
  const at = requested.indexOf('?')
  const query = at < 0 ? '' : requested.slice(at + 1)
  if (query === '') return href
  const url = new URL(href)
  url.search = url.search === '' ? query : `${url.search}&${query}`
  return url.href
}

export const description = (origin: string) => ({
  name: 'Assay',
  resolverRoot: origin,
  supportedPrimaryKeys: ['01'],
  supportedLinkType: [{ namespace: vocabulary, prefix: 'gs1:' }],
  linkTypeDefaultCanBeLinkset: false,
  jsonLdContextLocation: 'https://ref.gs1.org/standards/resolver/linkset-context',
  contact: { fn: 'Assay' },
})
