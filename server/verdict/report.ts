import { hash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { asProblem, languageOf, retryAfterOf } from '#server/core/http/errors.ts'
import { withUploads } from '#server/core/http/plugin-scopes.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import type { Compute } from '#server/core/process/compute.ts'
import { isMultipart, multipartParts } from '#server/core/request-body/multipart.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import { type AcceptedPicture, acceptPicture, type Received, receivePicture } from '#server/media/service.ts'
import { type CodeGiver, createCodeAdmission, createSecretCheck, skuOf } from '#server/order/service.ts'
import { sendPlainPage, sendValidationPage } from '#server/page/service.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { omit } from '#shared/core/omit.ts'
import { type Theme, themes } from '#shared/core/theme.ts'
import { type ReportTextKey, reportLimits, reportText } from '#shared/verdict/report-text.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { formMarkup, problemMarkup, type ReportForm, thanksMarkup, unknownMarkup } from './report-page.ts'
import { saveReport } from './save-report.ts'

type ReportFields = Record<string, string | undefined>
const ShortText = z.string().max(200).optional()
const ChosenTheme = z.enum(themes).optional().catch(undefined)
const ReportQuery = z.object({
  a: ShortText,
  p: ShortText,
  theme: ChosenTheme,
  lang: z.string().max(10).optional().catch(undefined),
})
type CodeOwner = { merchantId: string; orderId: string; skuId: string; address: string; brand: string; product: string }
type Appearance = { language: Language; theme: Theme | undefined }
type SentReport = {
  fields: ReportFields
  owner: CodeOwner | undefined
  photo: Received | 'rejected' | 'busy' | undefined
}

const emptyForm: ReportForm = { shop: '', place: '', note: '' }
/** Seconds after which a photo upload may be retried. */
const busySeconds = 10
/** A photo as a camera stores it is larger than the limit of a photo: then the form is shown again with its text. */
const formLimits = { parts: 9, bytes: 4 * limits.reportPhotoBytes }
const maxFieldBytes = 64 * 1024
const perMinute = { rateLimit: callsPerMinute(20) }

/** A shopper's report: a plain form, stored as a case of the brand that owns the code. */
export const reportPages = withUploads((app) => {
  const { db, files, compute, config, sentForms } = app.assay
  const admission = createCodeAdmission(app.assay)
  const hasValidSecret = createSecretCheck(config.codeKey)

  /** The brand of a code with its secret. Without the secret, the form does not reveal whether a code exists. */
  async function ownerOf({ a, p }: ReportFields, from: CodeGiver): Promise<CodeOwner | undefined> {
    if (!a) return undefined
    const scanned = parseCode(String(a).slice(0, 200), String(p ?? '').slice(0, 200))
    if (!scanned) return undefined
    const { address, secret = '' } = scanned
    const isAdmitted = await admission.admit({ address, hasSecret: hasValidSecret(address, secret) }, from)
    return isAdmitted ? readOwner(db.read, address) : undefined
  }

  app.get('/verify/report', { config: perMinute, errorHandler: sendProblemPage }, async (request, reply) => {
    const asked = parseInput(ReportQuery, request.query, languageOf(request))
    const owner = await ownerOf(asked, request)
    const page = pageOf(asked, request, owner)
    return show(reply, page, owner ? formMarkup(page, emptyForm) : unknownMarkup(page), owner ? 200 : 404)
  })

  const post = { config: { ...perMinute, budget: 'uploads' }, errorHandler: sendProblemPage } as const
  app.post('/verify/report', post, async (request, reply) => {
    const { fields, owner, photo: sent } = await withBodyGuard(request, receivePhoto(request, ownerOf))
    const page = pageOf(fields, request, owner)
    if (!owner) return show(reply, page, unknownMarkup(page), 404)
    sentForms.tell({ address: owner.address, from: request })
    const form: ReportForm = {
      shop: line(fields.shop, reportLimits.shop),
      place: line(fields.place, reportLimits.place),
      note: line(fields.note, reportLimits.note),
    }
    const photo = await decodePhoto(compute, sent)
    if (photo === 'busy') reply.header('retry-after', busySeconds)
    if (photo === 'busy') return show(reply, page, formMarkup(page, form, 'busy'), 503)
    const problem: ReportTextKey | undefined =
      photo === 'rejected'
        ? 'photoRejected'
        : !photo && Object.values(form).every((word) => word === '')
          ? 'empty'
          : undefined
    if (photo === 'rejected' || problem) return show(reply, page, formMarkup(page, form, problem), 400)
    const reference = referenceOf(owner.address, fields.key || randomUUID())
    const of = omit(owner, 'brand', 'product')
    const result = await saveReport({ db, files }, { of, reference, form, photo })
    if (result === 'tooMany' || result === 'photosFull') return show(reply, page, formMarkup(page, form, result), 409)
    return show(reply, page, thanksMarkup(page, reference, result === 'noPhoto'))
  })
})

function show(
  reply: FastifyReply,
  { language, theme }: Appearance,
  content: string,
  status = 200,
): Promise<FastifyReply> {
  const { title } = reportText[language]
  return sendPlainPage(reply.status(status), { language, theme, title, content, hasReportScript: true })
}

/**
 * A problem that the form cannot show, because it happened before the form was read: too many calls, a busy server. The script
 * shows it above the form, which keeps its photo.
 */
function sendProblemPage(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = asProblem(error)
  if (problem.details.issues) return sendValidationPage(error, request, reply)
  // The general handler logs it.
  if (problem.kind === coreProblems.failed) throw error
  const { status, code } = problem.kind
  if (problem.cause) request.log.error({ err: error }, code)
  const retryAfter = retryAfterOf(problem)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const language = languageOf(request)
  const reason =
    problem.kind === coreProblems.slowDown ? reportText[language].slowDown : problem.body(language, request.id).message
  return show(reply, { language, theme: undefined }, problemMarkup(language, reason), status)
}

function pageOf(asked: ReportFields, request: FastifyRequest, owner?: CodeOwner) {
  const language = preferredLanguage(asked.lang ?? request.headers['accept-language'])
  const [code, secret] = [asked.a, asked.p].map((part) => String(part ?? '').slice(0, 200)) as [string, string]
  const theme = ChosenTheme.parse(asked.theme)
  return { language, theme, code, secret, brand: owner && { name: owner.brand, product: owner.product } }
}

async function readOwner(tx: Tx, address: string): Promise<CodeOwner | undefined> {
  const { rows } = await tx.execute<CodeOwner>(sql`
    select c.merchant_id as "merchantId", c.order_id as "orderId", s.id as "skuId", c.address, m.name as brand, s.name as product
    from code c join code_order o on o.id = c.order_id join ${sql.raw(skuOf('c', 'o'))} s on true
    join merchant m on m.id = c.merchant_id
    where c.address = ${address}`)
  return rows[0]
}

/** The form sends its code before its photo: a photo without a known code is discarded while it is received. */
async function receivePhoto(
  request: FastifyRequest,
  ownerOf: (fields: ReportFields, request: FastifyRequest) => Promise<CodeOwner | undefined>,
): Promise<SentReport> {
  const received: SentReport = { fields: Object.create(null), owner: undefined, photo: undefined }
  let checked: ReportFields = {}
  // Each code is checked once, because a wrong one counts as a guess.
  const findOwner = async () => {
    const { a, p } = received.fields
    if (a === checked.a && p === checked.p) return
    checked = { a, p }
    received.owner = await ownerOf(checked, request)
  }
  if (!isMultipart(request)) return received
  for await (const part of multipartParts(request, formLimits)) {
    if (part.filename === undefined) {
      received.fields[part.name] = (await part.read(maxFieldBytes))?.toString()
      continue
    }
    if (received.photo) throw new Problem(coreProblems.tooLarge)
    await findOwner()
    // A form sends an empty file when none was chosen.
    if (received.owner && part.filename !== '') received.photo = await orPhotoProblem(receivePicture(part))
    if (!received.owner) received.photo = 'rejected'
  }
  await findOwner()
  return received
}

async function decodePhoto(
  compute: Compute,
  sent: SentReport['photo'],
): Promise<AcceptedPicture | 'rejected' | 'busy' | undefined> {
  if (!sent || typeof sent === 'string') return sent
  return orPhotoProblem(acceptPicture(compute, sent))
}

/** An error of the photo is shown on the form, so that the typed text is not lost. */
async function orPhotoProblem<T>(photo: Promise<T>): Promise<T | 'rejected' | 'busy'> {
  try {
    return await photo
  } catch (error) {
    if (error instanceof Problem) return error.kind.status === 503 ? 'busy' : 'rejected'
    throw error
  }
}

/** Browsers count a line break as one letter, and send two. The cut may halve a letter outside of the BMP. */
function line(text: string | undefined, most: number): string {
  const typed = (text ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim()
  return typed.slice(0, most).toWellFormed()
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
