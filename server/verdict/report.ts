import { hash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import type { Compute } from '#server/core/process/compute.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import {
  type AcceptedPicture,
  acceptPicture,
  insertUpload,
  type Received,
  receivePicture,
  type StoredBytes,
  storeBytes,
} from '#server/media/service.ts'
import { createSecretCheck } from '#server/order/service.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import { sendPlainPage, sendValidationPage } from '#server/verify/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { type Theme, themes } from '#shared/core/theme.ts'
import { type ReportTextKey, reportLimits, reportText } from '#shared/verdict/report-text.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { formMarkup, type ReportForm, thanksMarkup, unknownMarkup } from './report-page.ts'
import { verdictCase } from './table.ts'

type ReportFields = Record<string, string | undefined>
const ShortText = z.string().max(200).optional()
const ChosenTheme = z.enum(themes).optional().catch(undefined)
const ReportQuery = z.object({
  ...{ a: ShortText, p: ShortText, theme: ChosenTheme },
  lang: z.string().max(10).optional().catch(undefined),
})
type CodeOwner = { merchantId: string; orderId: string; skuId: string; address: string; brand: string; product: string }
type Look = { language: Language; theme: Theme | undefined }
type SentReport = {
  fields: ReportFields
  owner: CodeOwner | undefined
  photo: Received | 'refused' | 'busy' | undefined
}

const emptyForm: ReportForm = { shop: '', place: '', note: '' }
/** Seconds after which a photo upload may be retried. */
const busySeconds = 10
const perMinute = { rateLimit: callsPerMinute(20) }

/** A shopper's report: a plain form, stored as a case of the brand that owns the code. */
export function reportPages(app: FastifyInstance): void {
  const { db, files, compute, config } = app.assay
  const hasValidSecret = createSecretCheck(config.codeKey)

  /** The brand of a code with its secret. Without the secret, the form does not reveal whether a code exists. */
  async function ownerOf({ a, p }: ReportFields): Promise<CodeOwner | undefined> {
    const scanned = parseCode(String(a ?? '').slice(0, 200), String(p ?? '').slice(0, 200))
    if (!scanned || !hasValidSecret(scanned.address, scanned.secret ?? '')) return undefined
    return readOwner(db.read, scanned.address)
  }

  const show = (reply: FastifyReply, { language, theme }: Look, content: string, status = 200) =>
    sendPlainPage(reply.status(status), {
      ...{ language, theme, title: reportText[language].title, content },
      hasReportScript: true,
    })

  app.get('/verify/report', { config: perMinute, errorHandler: sendValidationPage }, async (request, reply) => {
    const asked = parseInput(ReportQuery, request.query, languageOf(request))
    const owner = await ownerOf(asked)
    const page = pageOf(asked, request, owner)
    return show(reply, page, owner ? formMarkup(page, emptyForm) : unknownMarkup(page), owner ? 200 : 404)
  })

  app.post('/verify/report', { config: { ...perMinute, budget: 'uploads' } }, async (request, reply) => {
    const { fields, owner, photo: sent } = await withBodyGuard(request, receivePhoto(request, ownerOf))
    const page = pageOf(fields, request, owner)
    if (!owner) return show(reply, page, unknownMarkup(page), 404)
    const form: ReportForm = {
      shop: line(fields.shop, reportLimits.shop),
      place: line(fields.place, reportLimits.place),
      note: line(fields.note, reportLimits.note),
    }
    const photo = await decodePhoto(compute, sent)
    if (photo === 'busy') reply.header('retry-after', busySeconds)
    if (photo === 'busy') return show(reply, page, formMarkup(page, form, 'busy'), 503)
    const problem: ReportTextKey | undefined =
      photo === 'refused'
        ? 'photoRefused'
        : !photo && Object.values(form).every((word) => word === '')
          ? 'empty'
          : undefined
    if (photo === 'refused' || problem) return show(reply, page, formMarkup(page, form, problem), 400)
    const reference = referenceOf(owner.address, fields.key || randomUUID())
    const { brand: _, product: __, ...of } = owner
    const isKnown = (tx: Tx) =>
      tx.$count(verdictCase, and(eq(verdictCase.merchantId, owner.merchantId), eq(verdictCase.reference, reference)))
    // A report that is sent again has the same key, and with it the same reference.
    const stored = photo && (await isKnown(db.read)) === 0 ? await storeBytes({ db, files }, photo, true) : undefined
    await db.system(async (tx) => {
      if ((await isKnown(tx)) > 0) return
      const report = { ...form, photo: stored ? await keepPhoto(tx, files, owner.merchantId, stored) : null }
      await tx
        .insert(verdictCase)
        .values({ ...of, level: 'caution', reference, report })
        .onConflictDoNothing()
    })
    return show(reply, page, thanksMarkup(page, reference))
  })
}

/** Only the merchant can see the photo of a third person. */
async function keepPhoto(tx: Tx, files: FileStore, merchantId: string, stored: StoredBytes): Promise<StoredFile> {
  const { hash, ext, name, mime, size } = await insertUpload(tx, files, merchantId, stored)
  return { hash, ext, name, mime, size }
}

function pageOf(asked: ReportFields, request: FastifyRequest, owner?: CodeOwner) {
  const language = preferredLanguage(asked.lang ?? request.headers['accept-language'])
  const [code, secret] = [asked.a, asked.p].map((part) => String(part ?? '').slice(0, 200)) as [string, string]
  const theme = ChosenTheme.parse(asked.theme)
  return { language, theme, code, secret, brand: owner && { name: owner.brand, product: owner.product } }
}

async function readOwner(tx: Tx, address: string): Promise<CodeOwner | undefined> {
  const [owner] = await tx
    .select({
      merchantId: code.merchantId,
      orderId: code.orderId,
      skuId: codeOrder.skuId,
      address: code.address,
      brand: merchant.name,
      product: sku.name,
    })
    .from(code)
    .innerJoin(codeOrder, eq(codeOrder.id, code.orderId))
    .innerJoin(sku, eq(sku.id, codeOrder.skuId))
    .innerJoin(merchant, eq(merchant.id, code.merchantId))
    .where(eq(code.address, address))
  return owner
}

/** The form sends its code before its photo: a photo without a known code is discarded while it is received. */
async function receivePhoto(
  request: FastifyRequest,
  ownerOf: (fields: ReportFields) => Promise<CodeOwner | undefined>,
): Promise<SentReport> {
  const received: SentReport = { fields: {}, owner: undefined, photo: undefined }
  if (!request.isMultipart()) return received
  for await (const part of request.parts({ limits: { files: 1, fields: 8, parts: 9 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') received.fields[part.fieldname] = part.value
      continue
    }
    received.owner = await ownerOf(received.fields)
    // A form sends an empty file when none was chosen.
    const isKnown = received.owner !== undefined && part.filename !== ''
    if (isKnown) received.photo = await toPhotoRejection(receivePicture(part))
    else part.file.resume()
    if (!received.owner) received.photo = 'refused'
  }
  received.owner ??= await ownerOf(received.fields)
  return received
}

async function decodePhoto(
  compute: Compute,
  sent: SentReport['photo'],
): Promise<AcceptedPicture | 'refused' | 'busy' | undefined> {
  if (!sent || typeof sent === 'string') return sent
  return toPhotoRejection(acceptPicture(compute, sent))
}

/** An error of the photo is shown on the form, so that the typed text is not lost. */
async function toPhotoRejection<T>(photo: Promise<T>): Promise<T | 'refused' | 'busy'> {
  try {
    return await photo
  } catch (error) {
    if (error instanceof Problem) return error.kind.status === 503 ? 'busy' : 'refused'
    throw error
  }
}

function line(text: string | undefined, most: number): string {
  return (text ?? '').replaceAll('\0', '').trim().slice(0, most)
}

const referenceAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eight letters that are hard to confuse, such as R-7K2M-9QXW, from the key that a report is sent with. */
function referenceOf(address: string, key: string): string {
  const bytes = hash('sha256', `${address} ${key.slice(0, 64)}`, 'buffer')
  const letters = Array.from(bytes.subarray(0, 8), (byte) => referenceAlphabet[byte % referenceAlphabet.length]!).join(
    '',
  )
  return `R-${letters.slice(0, 4)}-${letters.slice(4)}`
}
