import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { and, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/core/db/database.ts'
import { sendDownload } from '#server/core/files/download.ts'
import { serve, serveStream } from '#server/core/http/serve.ts'
import { brokenAuditEntries } from '#server/core/logging/audit.ts'
import { auditEntry } from '#server/core/table.ts'
import { type AuditFilter, auditContract, auditCsvRoute } from '#shared/audit/contract.ts'
import { after, matching, selectEntries, view } from './read.ts'

/** Most broken entries in a response. */
const mostBroken = 100
/** Entries per query of an export. */
const chunk = 1000

export function auditRoutes(app: FastifyInstance) {
  serve(app, auditContract, {
    async list({ tx, query }) {
      const { page, limit, ...filter } = query
      const where = matching(tx, filter)
      const rows = await selectEntries(tx)
        .where(where)
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows: rows.map(view), total: await tx.$count(auditEntry, where) }
    },

    async check({ tx }) {
      const [counted] = await tx
        .select({
          entries: sql<number>`count(*)::int`,
          streams: sql<number>`count(distinct ${auditEntry.stream})::int`,
        })
        .from(auditEntry)
      const broken = await brokenAuditEntries(tx)
      return { ...counted!, broken: broken.slice(0, mostBroken), checkedAt: new Date().toISOString() }
    },
  })

  serveStream(app, auditCsvRoute, async ({ query, reply, services }) => {
    // Not by `serveCsv`: entries are read behind the last one, not by page numbers, and the file begins without a mark.
    const lines = stringify({ header: true, columns, escape_formulas: true, record_delimiter: 'windows' })
    const file = { type: 'text/csv; charset=utf-8', name: 'audit.csv' }
    await sendDownload({ reply, services }, file, Readable.from(linesOf(services.db.read, query)), lines)
  })
}

const columns = ['at', 'merchant', 'actor', 'action', 'subject', 'reference', 'data', 'stream', 'seq', 'hash']

/** Reads in chunks, each starting after the last one, so that at most one chunk is in memory. */
async function* linesOf(tx: Tx, filter: AuditFilter): AsyncGenerator<Record<string, unknown>> {
  const where = matching(tx, filter)
  let rows: Awaited<ReturnType<typeof selectEntries>> = []
  do {
    const last = rows.at(-1)
    rows = await selectEntries(tx)
      .where(and(where, last && after(last)))
      .limit(chunk)
    for (const { merchant, actor, data, ...entry } of rows.map(view)) {
      yield {
        ...entry,
        merchant: merchant?.name,
        actor: actor && (actor.email ?? actor.id),
        data: JSON.stringify(data),
      }
    }
  } while (rows.length === chunk)
}
