import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { featuresOf } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sendFile } from '#server/core/files/download.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve, serveStream, withPreparation } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { registerBinaryBodyParser } from '#server/core/request-body/body-parser.ts'
import type { Services } from '#server/core/services.ts'
import type { Domain } from '#server/domain.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { mediaProblems } from '#shared/media/contract.ts'
import { fieldFileRoute, fieldFileTypes, syncContract } from '#shared/sync/contract.ts'
import { assembleBlob, putChunk, readBlobState } from './blobs.ts'
import { listDevices, signOutDevice } from './devices.ts'
import type { SyncCall } from './entity.ts'
import { pull } from './pull.ts'
import { pushLarge, readLargeOperation } from './push/large.ts'
import { push } from './push/push.ts'
import { findFieldFiles } from './service.ts'

type Call = { tx: Tx; actor: Actor; request: FastifyRequest; services: Services }

/** Serves the entities of all domains. The routes have a Fastify scope of their own, because some bodies are binary. */
export function syncRoutes(app: FastifyInstance, all: readonly Domain[]): void {
  app.register(async (scope) => {
    const entities = await Promise.all(all.flatMap(({ sync }) => (sync ? [sync()] : [])))
    registerBinaryBodyParser(scope)
    serve(scope, syncContract, {
      push: ({ body, request, ...call }) => push(callOf({ ...call, request }), entities, body),
      pushLarge: withPreparation(readLargeOperation, ({ body, request, ...call }, uploaded) =>
        pushLarge(callOf({ ...call, request }), entities, body, uploaded),
      ),
      pull: ({ query, ...call }) => pull(callOf(call), entities, query),
      async devices({ tx, actor }) {
        // Visitors of the demo do not see in which browsers its people are signed in.
        const rows = actor.demo ? [] : await listDevices(tx, actor)
        return { rows, total: rows.length }
      },
      async signOutDevice(call) {
        const accountId = await signOutDevice(call, call.params.id)
        if (accountId) await audit(call.tx, call.request, 'sync.signOutDevice', { subject: accountId })
        return done
      },

      async blob({ tx, actor, params, reply }) {
        const state = await readBlobState(tx, merchantOf(actor), params.sha256)
        reply.header('upload-offset', state.offset).header('upload-complete', state.complete ? '?1' : '?0')
        return state
      },

      putChunk: withPreparation(
        ({ actor, params, query, request, services }) =>
          assembleBlob(services, quotaOwnerOf(actor), { ...params, ...query, content: request.body }),
        ({ tx, actor, params, query, request }, assembled) =>
          putChunk(tx, quotaOwnerOf(actor), { ...params, ...query, content: request.body }, assembled),
      ),
    })

    serveStream(scope, fieldFileRoute, async ({ actor, params, reply, services: { db, files } }) => {
      const merchantId = merchantOf(actor)
      const found = await db.tenant(merchantId, (tx) => findFieldFiles(tx, merchantId, [params.sha256]))
      const { file, ext } = found.get(params.sha256) ?? {}
      const opened = file && (await files.open(file))
      if (!opened || !ext) throw new Problem(mediaProblems.notFound)
      reply.header('cache-control', 'private, no-store')
      const name = `${params.sha256.slice(0, 12)}${ext}`
      const shown = { type: fieldFileTypes[ext], name, size: opened.size, isInline: true, isUntrusted: true }
      return sendFile(reply, shown, opened.stream)
    })
  })
}

function callOf({ tx, actor, request, services }: Call): Omit<SyncCall, 'progress'> {
  const merchantId = merchantOf(actor)
  let found: ReturnType<typeof featuresOf> | undefined
  const features = () => {
    found ??= featuresOf(tx, merchantId)
    return found
  }
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  return { tx, actor, merchantId, origin: request, userAgent, services, language: languageOf(request), features }
}
