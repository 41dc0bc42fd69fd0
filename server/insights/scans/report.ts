import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { csvOptions } from '#server/core/files/csv-options.ts'
import { sendDownloadFrom } from '#server/core/files/download.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serveStream } from '#server/core/http/serve.ts'
import { scopeOf } from '#server/insights/scope.ts'
import { countryIn } from '#shared/core/i18n/country-code.ts'
import { type InsightsQuery, insightsReportRoute } from '#shared/insights/contract.ts'
import { insightsMapText } from '#shared/insights/map-text.ts'
import { eachScan } from './scan-rows.ts'

/** The days of the range in its zone, such as `2026-11-01-2026-11-07-scan-report.csv`. */
function fileName({ from, to, timeZone }: InsightsQuery): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${day.format(new Date(from))}-${day.format(new Date(to))}-scan-report.csv`
}

export function insightsReport(app: FastifyInstance): void {
  serveStream(app, insightsReportRoute, async ({ actor, query, reply, request, services }) => {
    const language = languageOf(request)
    const t = insightsMapText[language]
    const merchantId = merchantOf(actor)
    async function* lines(tx: Tx) {
      for await (const scans of eachScan(tx, await scopeOf(tx, merchantId, query)))
        for (const { SKU, Action, Location, Country, Time, suspicious } of scans)
          yield [SKU, t[`csv${Action}`], Location, countryIn(language, Country), Time, suspicious ? t.csvYes : t.csvNo]
    }
    const columns = [t.sku, t.activity, t.location, t.country, t.time, t.suspicious]
    // Without the byte order mark, spreadsheets do not read the file as UTF-8.
    const csv = stringify({ ...csvOptions, header: true, columns, bom: true })
    const file = { type: 'text/csv; charset=utf-8', name: fileName(query) }
    await services.db.readonlyTenant(merchantId, (tx) =>
      sendDownloadFrom(tx, { reply, services }, file, Readable.from(lines(tx)), csv),
    )
  })
}
