import type { FastifyInstance } from 'fastify'
import { serveStream } from '#server/core/http/serve.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { createVerifier } from './lookup/lookup.ts'
import { verifyPages } from './page/verify-pages.ts'

/**
 * The two public calls and the pages. They open no transaction: reads are micro-batched on autocommit connections of a
 * role with minimal rights, and the scan is stored before the response is sent.
 */
export function verifyRoutes(app: FastifyInstance): void {
  const verifier = createVerifier(app.assay)
  serveStream(app, verifyContract.verify, ({ query, request, reply }) => {
    reply.type('application/json; charset=utf-8')
    return verifier.verifyText(query, request, preferredLanguage(request.headers['accept-language']))
  })
  serveStream(app, verifyContract.redirect, async ({ query, request }) => {
    const verify_url = (await verifier.redirect(query, request))?.url ?? null
    return { ok: verify_url !== null, verify_url }
  })
  verifyPages(app, verifier)
}
