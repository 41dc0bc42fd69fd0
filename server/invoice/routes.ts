import type { FastifyInstance } from 'fastify'
import { billingEntry } from '#server/billing/table.ts'
import { business } from '#server/business/table.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { sendFile } from '#server/core/files/download.ts'
import { pdfOfLines } from '#server/core/files/pdf-lines.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { inTransaction, serveStream } from '#server/core/http/serve.ts'
import { billingProblems } from '#shared/billing/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Language, languageTags } from '#shared/core/i18n/language.ts'
import { invoiceRoute } from '#shared/invoice/contract.ts'
import { invoiceText } from '#shared/invoice/text.ts'

/** The invoice of a purchase as PDF, with the business as it is registered now. */
export function invoiceRoutes(app: FastifyInstance) {
  serveStream(app, invoiceRoute, async ({ params, actor, request, reply, services }) => {
    const merchantId = actor.role === 'admin' ? undefined : merchantOf(actor)
    const found = await inTransaction(services, invoiceRoute, actor, (tx) => findEntry(tx, params.id, merchantId))
    const language = languageOf(request)
    const pdf = await pdfOfLines({
      title: `${invoiceText[language].title} ${found.entry.number}`,
      at: found.entry.createdAt,
      lines: linesOf(found, language, services.config.supportEmail),
    })
    return sendFile(
      reply,
      { type: 'application/pdf', name: `invoice-${found.entry.number}.pdf`, size: pdf.length },
      pdf,
    )
  })
}

type InvoiceRow = { entry: typeof billingEntry.$inferSelect; name: string; own: typeof business.$inferSelect | null }

async function findEntry(tx: Tx, id: string, merchantId: string | undefined): Promise<InvoiceRow> {
  const [found] = await tx
    .select({ entry: billingEntry, name: merchant.name, own: business })
    .from(billingEntry)
    .innerJoin(merchant, eq(merchant.id, billingEntry.merchantId))
    .leftJoin(business, eq(business.merchantId, billingEntry.merchantId))
    .where(and(eq(billingEntry.id, id), merchantId ? eq(billingEntry.merchantId, merchantId) : undefined))
  if (!found) throw new Problem(billingProblems.noInvoice)
  return found
}

function linesOf({ entry, name, own }: InvoiceRow, language: Language, supportEmail: string) {
  const t = invoiceText[language]
  const locale = languageTags[language]
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(entry.createdAt)
  const { address = '', country = '' } = (own?.details ?? {}) as { address?: string; country?: string }
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: entry.currency }).format(
    entry.priceCreate ?? 0,
  )
  return [
    { text: `${t.title} ${entry.number}`, size: 20, weight: 700 as const },
    { text: `${t.date}: ${day}` },
    { text: t.billTo, weight: 700 as const, spaceBefore: true },
    { text: name },
    ...(own ? [{ text: `${t.registrationNo}: ${own.registrationNo}` }] : []),
    ...(address ? [{ text: address }] : []),
    ...(country ? [{ text: country.toUpperCase() }] : []),
    { text: t.items, weight: 700 as const, spaceBefore: true },
    {
      text: `${entry.kind === 'trial' ? t.trial : entry.description} · ${t.codes}: ${new Intl.NumberFormat(locale).format(entry.codes)}`,
    },
    { text: `${t.total}: ${price}`, size: 14, weight: 700 as const, spaceBefore: true },
    { text: `${t.questions}: ${supportEmail}`, spaceBefore: true },
  ]
}
