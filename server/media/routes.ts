import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, getTableColumns, sql } from '#server/core/drizzle/orm.ts'
import { sendFile } from '#server/core/files/download.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { serveCsv } from '#server/core/files/serve-csv.ts'
import { withUploads } from '#server/core/http/plugin-scopes.ts'
import { type RouteRequest, serve, serveStream, withPreparation } from '#server/core/http/serve.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { isMultipart, multipartParts } from '#server/core/request-body/multipart.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import type { Services } from '#server/core/services.ts'
import type { Domain } from '#server/domain.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import {
  bulkFiles,
  fileRoute,
  mediaContract,
  mediaProblems,
  type Purpose,
  purposes,
  type Upload,
} from '#shared/media/contract.ts'
import { mediaQuotas } from '#shared/media/quotas.ts'
import { listUploads, uploadColumns, viewUpload } from './list.ts'
import { insertUpload, releaseFiles, type StoredBytes, storeBytes } from './service.ts'
import { storedFile, upload } from './table.ts'
import { type Accepted, type Received, readUpload, receivedBytes, sanitizeUpload, tooLarge } from './upload.ts'

export const mediaRoutes = withUploads((app, all: readonly Domain[]) => {
  serve(app, mediaContract, {
    async list({ tx, actor, query }) {
      return listUploads(tx, actor, query)
    },

    async read({ tx, actor, params }) {
      const [row] = await tx
        .select()
        .from(upload)
        .where(and(eq(upload.merchantId, merchantOf(actor)), eq(upload.id, params.id)))
      if (!row) throw new Problem(mediaProblems.notFound)
      return viewUpload(row)
    },

    upload: withPreparation(
      (call) => receive(call, 1),
      async ({ tx, actor, request, services }, received) => {
        const [row] = await keep(tx, services.files, actor, received)
        await audit(tx, request, 'media.upload', { subject: row!.id, data: { hash: row!.hash } })
        return row!
      },
    ),

    bulk: withPreparation(
      (call) => receive(call, bulkFiles),
      async ({ tx, actor, request, services }, received) => {
        const rows = await keep(tx, services.files, actor, received)
        await audit(tx, request, 'media.upload', { subject: rows[0]!.id, data: { files: rows.length } })
        return rows
      },
    ),

    async remove({ tx, actor, params, request, services }) {
      const [row] = await tx
        .delete(upload)
        .where(and(eq(upload.merchantId, merchantOf(actor)), eq(upload.id, params.id)))
        .returning()
      if (!row) throw new Problem(mediaProblems.notFound)
      await releaseFiles(services, tx, [row.hash])
      await audit(tx, request, 'media.remove', { subject: row.id, data: { hash: row.hash } })
      return done
    },
  })

  serveCsv(app, mediaContract.list, listUploads, { name: 'media', columns: uploadColumns })

  serveStream(app, fileRoute, async ({ params, actor, request, reply, services }) => {
    const hash = params.file.slice(0, 64)
    const [file] = await services.db.read
      .select({ ...getTableColumns(storedFile), name: fileName(actor) })
      .from(storedFile)
      .where(eq(storedFile.hash, hash))
    if (!file) return sendPublished(all, services, params.file, reply)
    if (file.ext !== params.file.slice(64)) throw new Problem(mediaProblems.notFound)
    if (file.private && !(await canRead(services.db.read, actor, hash, all))) throw new Problem(mediaProblems.notFound)
    const etag = `"${hash}"`
    reply.header('etag', etag).header('cache-control', file.private ? 'private, no-store' : cacheForOneDay)
    if (!file.private && request.headers['if-none-match'] === etag) return reply.status(304).send()
    const opened = await services.files.open(hash)
    if (!opened) throw new Problem(mediaProblems.notFound)
    const name = file.name === null ? undefined : `${file.name.replace(/\.[a-z0-9]{1,5}$/i, '')}${file.ext}`
    const isInline = file.ext !== '.pdf'
    return sendFile(reply, { type: file.mime, name, size: opened.size, isInline, isUntrusted: true }, opened.stream)
  })
})

/** A picture that another domain keeps, such as a photo of a submission that an anchored payload names. */
async function sendPublished(
  all: readonly Domain[],
  { db, files }: Services,
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [hash, ext] = [name.slice(0, 64), name.slice(64)]
  for (const { publishedFile } of all) {
    const found = await publishedFile?.(db.read, hash)
    const opened = found?.ext === ext && (await files.open(found.name))
    if (!opened) continue
    reply.header('etag', `"${hash}"`).header('cache-control', cacheForOneDay)
    const type = ext === '.png' ? 'image/png' : 'image/jpeg'
    return sendFile(reply, { type, size: opened.size, isInline: true, isUntrusted: true }, opened.stream)
  }
  throw new Problem(mediaProblems.notFound)
}

/** The name that the caller gave the file, otherwise its first name. Its extension can be that of another format. */
const fileName = (actor: Actor | undefined) => sql<string | null>`(
  select ${upload.name} from ${upload} where ${upload.hash} = ${storedFile.hash}
  order by ${upload.merchantId} is distinct from ${actor?.merchantId ?? null}::uuid, ${upload.createdAt} limit 1)`

/** The content never changes, but a removed file has to expire from the caches of browsers and proxies. */
const cacheForOneDay = 'public, max-age=86400'

/**
 * Private files are for their merchant and for administrators. Dealers have no access to registration documents: of
 * private files they see only those that a screen of a domain shows to them.
 */
async function canRead(tx: Tx, actor: Actor | undefined, hash: string, all: readonly Domain[]): Promise<boolean> {
  if (!actor) return false
  if (actor.role === 'admin') return true
  if (!actor.merchantId) return false
  const isOwn = (await tx.$count(upload, and(eq(upload.merchantId, actor.merchantId), eq(upload.hash, hash)))) > 0
  if (!isOwn || hasAccess('merchantOrService', actor.role)) return isOwn
  for (const { showsFile } of all) if (await showsFile?.(tx, actor, hash)) return true
  return false
}

/** Fields of a form that are not files. They are not used. */
const maxFields = 5

type UploadCall = Pick<RouteRequest<typeof mediaContract.upload>, 'request' | 'query' | 'actor' | 'services'>

/** Every file is read and checked before the first one is stored. */
async function receive({ request, query, actor, services }: UploadCall, most: number): Promise<StoredBytes[]> {
  const accepted = await readFiles(request, query.purpose, most)
  // Checked again with the rows. Here it keeps a merchant from storing bytes beyond the limit.
  await services.db.tenant(merchantOf(actor), (tx) => assertRoomForFiles(tx, actor, accepted))
  const stored: StoredBytes[] = []
  for (const file of accepted) stored.push(await storeBytes(services, file, purposes[query.purpose].private))
  return stored
}

async function readFiles(request: FastifyRequest, purpose: Purpose, files: number): Promise<Accepted[]> {
  if (!isMultipart(request)) throw new Problem(mediaProblems.missing)
  const received: Received[] = []
  const parts = multipartParts(request, {
    parts: files + maxFields,
    bytes: files * receivedBytes(purpose) + limits.formBytes,
    tooLarge: tooLarge(purpose),
  })
  await withBodyGuard(request, receiveAll())
  if (received.length === 0) throw new Problem(mediaProblems.missing)
  const accepted: Accepted[] = []
  for (const file of received) accepted.push(await sanitizeUpload(request.server.assay.compute, file))
  return accepted

  async function receiveAll() {
    for await (const part of parts) {
      if (part.filename === undefined) continue
      if (received.length >= files) throw new Problem(coreProblems.tooLarge)
      received.push(await readUpload(part, purpose))
    }
  }
}

async function assertRoomForFiles(tx: Tx, actor: Actor, files: readonly Accepted[]): Promise<void> {
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  await assertQuota(tx, quotaOwnerOf(actor), mediaQuotas.files, files.length)
  await assertQuota(tx, quotaOwnerOf(actor), mediaQuotas.fileBytes, bytes)
}

async function keep(tx: Tx, files: FileStore, actor: Actor, stored: readonly StoredBytes[]): Promise<Upload[]> {
  await assertRoomForFiles(tx, actor, stored)
  const rows: Upload[] = []
  for (const file of stored) rows.push(viewUpload(await insertUpload(tx, files, merchantOf(actor), file)))
  return rows
}
