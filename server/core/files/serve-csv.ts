import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { CountedPageQuery } from '#server/core/db/paging.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serveStream } from '#server/core/http/serve.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { csvExportRoute } from '#shared/core/api/csv-export.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { csvOptions } from './csv-options.ts'
import { sendDownloadFrom } from './download.ts'

/** A list as its page route and its export use it. */
type ListPage<Row, Query extends PageQuery = PageQuery> = (
  tx: Tx,
  actor: Actor,
  query: Query & CountedPageQuery,
) => Promise<{ rows: Row[]; total: number }>
type Cell = string | number | null | undefined
/** The headings in the language of the caller, each with the function that returns its cell of a row. */
export type CsvColumns<Row> = (language: Language) => readonly (readonly [heading: string, cell: (row: Row) => Cell])[]

/** Number of rows that are read and sent at a time. */
const rowsPerQuery = 1000

/** Serves `<list>.csv`: all pages of the list in one snapshot, streamed. */
export function serveCsv<Row, Query extends PageQuery>(
  app: FastifyInstance,
  route: Route,
  list: ListPage<Row, Query>,
  { name, columns }: { name: string; columns: CsvColumns<Row> },
): void {
  serveStream(app, csvExportRoute(route), async ({ actor, query, reply, request, services }) => {
    const reader = actor!
    const shown = columns(languageOf(request))
    // All pages belong to one snapshot: the first one counts the rows.
    const read = (tx: Tx, page: number, counted?: { total: number }) =>
      list(tx, reader, { ...(query as Query), page, limit: rowsPerQuery, ...counted })
    async function* lines(tx: Tx) {
      let { rows, total } = await read(tx, 1)
      // Without the byte order mark, spreadsheets do not read the file as UTF-8.
      yield `\ufeff${csv([shown.map(([heading]) => heading)])}`
      for (let page = 1; ; page++) {
        yield csv(rows.map((row) => shown.map(([, cell]) => cell(row) ?? '')))
        if (page * rowsPerQuery >= total) return
        rows = (await read(tx, page + 1, { total })).rows
      }
    }
    const { db } = services
    const send = (tx: Tx) =>
      sendDownloadFrom(tx, { reply, services }, { type: 'text/csv; charset=utf-8', name: `${name}.csv` }, lines(tx))
    await (reader.merchantId ? db.readonlyTenant(reader.merchantId, send) : db.readonlySystem(send))
  })
}

const csv = (lines: readonly (readonly (string | number)[])[]) => stringify(lines as (string | number)[][], csvOptions)
