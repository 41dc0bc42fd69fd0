import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve, serveStream, withPreparation } from '#server/core/http/serve.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { scratchContract } from '#shared/scratch/contract.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { createVerifier } from './lookup/lookup.ts'
import { verifyPages } from './page/verify-pages.ts'
import { createOpener } from './scratch/opener.ts'
import { createOwners } from './scratch/owners.ts'

/**
 * The public calls and the pages. Checks open no transaction: reads are micro-batched on autocommit connections of a
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
  serveStream(app, verifyContract.seen, async ({ body, request }) => {
    await verifier.confirm(body, request)
    return { ok: true }
  })
  verifyPages(app, verifier)

  const [opener, owners] = [createOpener(app.assay), createOwners(app.assay)]
  serve(app, scratchContract, {
    open: withPreparation(
      ({ body, request }) => opener.check(body, request, idempotencyKeyOf(request)),
      ({ tx }, checked) => opener.open(tx, checked),
    ),
    claim: withPreparation(
      ({ body, request }) => opener.check(body, request),
      async ({ tx, body }, checked) => {
        await opener.open(tx, checked)
        return owners.claim(tx, checked.address, body.key)
      },
    ),
    async transfer({ tx, body, request }) {
      return owners.transfer(tx, await owners.addressOf(body, request), body, request)
    },
    async ownership({ tx, query, request }) {
      return owners.read(tx, await owners.addressOf(query, request), query.o)
    },
  })
}

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['idempotency-key'] ? String(headers['idempotency-key']) : undefined
