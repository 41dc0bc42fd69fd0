import { randomInt } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whileArriving } from '#server/core/body-gate.ts'
import type { Tx } from '#server/core/db.ts'
import { callsPerMinute } from '#server/core/rate-limit.ts'
import { keepPrivate, type Picture, readPicture } from '#server/media/service.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { sendPlainPage } from '#server/verify/service.ts'
import { type Language, preferredLanguage } from '#shared/core/language.ts'
import { Problem } from '#shared/core/problem.ts'
import { type ReportWord, reportLimits, reportText } from '#shared/verdict/report.ts'
import { readCode } from '#shared/verify/code.ts'
import { formMarkup, thanksMarkup, unknownMarkup, type Written } from './report-page.ts'
import { verdictCase } from './table.ts'

type Asked = Record<string, string | undefined>
type Sent = { fields: Asked; photo: Picture | undefined; refused: boolean }

const nothing: Written = { shop: '', place: '', note: '' }
const perMinute = { rateLimit: callsPerMinute(20) }

/** A shopper's suspicion: a plain form, kept as a case of the brand whose code it is. */
export function reportPages(app: FastifyInstance): void {
  const { db, files } = app.assay

  const show = (reply: FastifyReply, language: Language, content: string, status = 200) =>
    sendPlainPage(reply.status(status), { language, title: reportText[language].title, content })

  app.get('/verify/report', { config: perMinute }, async (request, reply) => {
    const page = pageOf(request.query as Asked, request)
    const known = await ownerOf(db.read, page.code)
    return show(reply, page.language, known ? formMarkup(page, nothing) : unknownMarkup(page), known ? 200 : 404)
  })

  app.post('/verify/report', { config: perMinute }, async (request, reply) => {
    const { fields, photo, refused } = await whileArriving(request, received(request))
    const page = pageOf(fields, request)
    const owner = await ownerOf(db.read, page.code)
    if (!owner) return show(reply, page.language, unknownMarkup(page), 404)
    const written: Written = {
      shop: line(fields.shop, reportLimits.shop),
      place: line(fields.place, reportLimits.place),
      note: line(fields.note, reportLimits.note),
    }
    const problem: ReportWord | undefined = refused
      ? 'photoRefused'
      : !photo && Object.values(written).every((word) => word === '')
        ? 'empty'
        : undefined
    if (problem) return show(reply, page.language, formMarkup(page, written, problem), 400)
    const reference = newReference()
    await db.system(async (tx) => {
      const kept = photo ? await keepPrivate(tx, files, owner.merchantId, photo) : null
      const report = { ...written, photo: kept }
      await tx.insert(verdictCase).values({ ...owner, level: 'caution', reference, report })
    })
    return show(reply, page.language, thanksMarkup(page, reference))
  })
}

function pageOf(asked: Asked, request: FastifyRequest) {
  const language = preferredLanguage(asked.lang ?? request.headers['accept-language'])
  return { language, code: String(asked.a ?? '').slice(0, 200), secret: String(asked.p ?? '').slice(0, 200) }
}

async function ownerOf(tx: Tx, text: string) {
  const scanned = readCode(text)
  if (!scanned) return undefined
  const [owner] = await tx
    .select({
      merchantId: code.merchantId,
      orderId: code.orderId,
      skuId: codeOrder.skuId,
      address: code.address,
    })
    .from(code)
    .innerJoin(codeOrder, eq(codeOrder.id, code.orderId))
    .where(eq(code.address, scanned.address))
  return owner
}

async function received(request: FastifyRequest): Promise<Sent> {
  const sent: Sent = { fields: {}, photo: undefined, refused: false }
  if (!request.isMultipart()) return sent
  for await (const part of request.parts({ limits: { files: 1, fields: 8, parts: 9 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') sent.fields[part.fieldname] = part.value
      continue
    }
    const taken = await photoOf(part)
    if (taken === 'refused') sent.refused = true
    else sent.photo = taken
  }
  return sent
}

/** A form sends an empty file where none was chosen. */
async function photoOf(part: MultipartFile): Promise<Picture | 'refused' | undefined> {
  if (part.filename === '') {
    part.file.resume()
    return undefined
  }
  try {
    return await readPicture(part)
  } catch (error) {
    if (error instanceof Problem) return 'refused'
    throw error
  }
}

function line(text: string | undefined, most: number): string {
  return (text ?? '').replaceAll('\0', '').trim().slice(0, most)
}

/** Eight letters that cannot be confused, such as R-7K2M-9QXW. */
function newReference(): string {
  const letters = Array.from({ length: 8 }, () => '23456789ABCDEFGHJKMNPQRSTVWXYZ'[randomInt(30)]).join('')
  return `R-${letters.slice(0, 4)}-${letters.slice(4)}`
}
