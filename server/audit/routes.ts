import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq } from '#server/core/drizzle/orm.ts'
import { csvOptions } from '#server/core/files/csv-options.ts'
import { sendDownload, sendFile } from '#server/core/files/download.ts'
import { serve, serveStream } from '#server/core/http/serve.ts'
import { brokenAuditEntries, chainSizes } from '#server/core/logging/audit-chain.ts'
import {
  type AuditFilter,
  auditContract,
  auditCsvRoute,
  auditProblems,
  type SealedFile,
  sealedFileRoute,
} from '#shared/audit/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { listActivity, listActors } from './activity.ts'
import { eachChunk, listEntries } from './read.ts'
import { auditSeal } from './table.ts'

/** Most broken entries in a response. */
const maxBroken = 100

export function auditRoutes(app: FastifyInstance) {
  serve(app, auditContract, {
    async list({ tx, query }) {
      return listEntries(tx, query)
    },

    async own({ tx, actor, query }) {
      return listActivity(tx, merchantOf(actor), query)
    },

    actors({ tx, actor }) {
      return listActors(tx, merchantOf(actor))
    },

    async check({ tx, query }) {
      const broken = await brokenAuditEntries(tx, { isFull: query.full === 'true' })
      return { ...(await chainSizes(tx)), broken: broken.slice(0, maxBroken), checkedAt: new Date().toISOString() }
    },

    async seals({ tx, query: { page, limit } }) {
      const rows = await tx
        .select()
        .from(auditSeal)
        .orderBy(desc(auditSeal.createdAt), auditSeal.stream, auditSeal.seq)
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows: rows.map(sealedFile), total: await tx.$count(auditSeal) }
    },
  })

  serveStream(app, sealedFileRoute, async ({ params, reply, services }) => {
    const named = and(eq(auditSeal.stream, params.stream), eq(auditSeal.seq, params.seq))
    const [seal] = await services.db.read.select().from(auditSeal).where(named)
    const opened = seal && (await services.files.open(seal.file))
    if (!opened) throw new Problem(auditProblems.noSeal)
    const name = `audit-${params.stream}-${params.seq}.jsonl.gz`
    return sendFile(reply, { type: 'application/gzip', name, size: opened.size }, opened.stream)
  })

  serveStream(app, auditCsvRoute, async ({ query, reply, services }) => {
    // Not by `serveCsv`: entries are read behind the last one, not by page numbers, and the file begins without a mark.
    const lines = stringify({ ...csvOptions, header: true, columns })
    const file = { type: 'text/csv; charset=utf-8', name: 'audit.csv' }
    await sendDownload({ reply, services }, file, Readable.from(linesOf(services.db.read, query)), lines)
  })
}

function sealedFile({ stream, seq, entries, firstAt, lastAt, sha256 }: typeof auditSeal.$inferSelect): SealedFile {
  return { stream, seq, entries, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString(), sha256 }
}

const columns = ['at', 'merchant', 'actor', 'action', 'subject', 'reference', 'data', 'stream', 'seq', 'hash']

async function* linesOf(tx: Tx, filter: AuditFilter): AsyncGenerator<Record<string, unknown>> {
  for await (const entries of eachChunk(tx, filter)) {
    for (const { merchant, actor, data, ...entry } of entries) {
      yield {
        ...entry,
        merchant: merchant?.name,
        actor: actor && (actor.email ?? actor.id),
        data: JSON.stringify(data),
      }
    }
  }
}
