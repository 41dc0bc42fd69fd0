import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sendDownloadFrom } from '#server/core/files/download.ts'
import { serveStream } from '#server/core/http/serve.ts'
import { scopeOf } from '#server/insights/scope.ts'
import { type InsightsQuery, insightsReportRoute } from '#shared/insights/contract.ts'
import { eachScan } from './scan-rows.ts'

const columns = ['SKU', 'Activity', 'Location', 'Country', 'Time', 'Suspicious']

/** The days of the range in its zone, such as `2026-11-01-2026-11-07-scan-report.csv`. */
function fileName({ from, to, timeZone }: InsightsQuery): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${day.format(new Date(from))}-${day.format(new Date(to))}-scan-report.csv`
}

export function insightsReport(app: FastifyInstance): void {
  serveStream(app, insightsReportRoute, async ({ actor, query, reply, services }) => {
    const merchantId = merchantOf(actor)
    async function* lines(tx: Tx) {
      for await (const scans of eachScan(tx, await scopeOf(tx, merchantId, query)))
        for (const { SKU, Action, Location, Country, Time, suspicious } of scans)
          yield [SKU, Action, Location, Country, Time, suspicious ? 'yes' : 'no']
    }
    // Without the byte order mark, spreadsheets do not read the file as UTF-8.
    const csv = stringify({ header: true, columns, bom: true, escape_formulas: true, record_delimiter: 'windows' })
    const file = { type: 'text/csv; charset=utf-8', name: fileName(query) }
    await services.db.readonlyTenant(merchantId, (tx) =>
      sendDownloadFrom(tx, { reply, services }, file, Readable.from(lines(tx)), csv),
    )
  })
}
