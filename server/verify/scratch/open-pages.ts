import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asProblem, retryAfterOf } from '#server/core/http/errors.ts'
import { withUploads } from '#server/core/http/plugin-scopes.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { isMultipart, multipartParts } from '#server/core/request-body/multipart.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import { sendPlainPage } from '#server/page/service.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { themes } from '#shared/core/theme.ts'
import { scratchProblems } from '#shared/scratch/contract.ts'
import { scratchText } from '#shared/scratch/text.ts'
import { openedMarkup, openFormMarkup, type ScratchPage, scratchProblemMarkup } from './open-page.ts'
import { createOpener } from './opener.ts'

type Fields = Record<string, string | undefined>
const ChosenTheme = z.enum(themes).optional().catch(undefined)
const formLimits = { parts: 9, bytes: 16 * 1024 }
const maxFieldBytes = 1000
/** Problems after which typing the scratch code again helps. */
const typed = [scratchProblems.mistyped, scratchProblems.wrong]

/** Pages about the scratch code of an item: plain forms, which need no script. */
export const scratchPages = withUploads((app) => {
  const { db } = app.assay
  const opener = createOpener(app.assay)

  app.post('/verify/open', { config: { rateLimit: callsPerMinute(60) } }, async (request, reply) => {
    let fields: Fields = {}
    try {
      fields = await withBodyGuard(request, readFields(request))
      const { a = '', p, scratch = '' } = fields
      const checked = await opener.check({ a, ...(p && { p }), scratch }, request)
      const result = await db.system((tx) => opener.open(tx, checked))
      const page = pageOf(fields, request)
      return show(reply, page, openedMarkup(page, result))
    } catch (error) {
      return showProblem(error, fields, request, reply)
    }
  })
})

/** What a form without files has sent. */
async function readFields(request: FastifyRequest): Promise<Fields> {
  const fields: Fields = Object.create(null)
  if (!isMultipart(request)) return fields
  for await (const part of multipartParts(request, formLimits))
    if (part.filename === undefined) fields[part.name] = (await part.read(maxFieldBytes))?.toString()
  return fields
}

function pageOf({ a = '', p = '', lang, theme }: Fields, { headers }: FastifyRequest): ScratchPage {
  const language: Language = preferredLanguage(lang ?? headers['accept-language'])
  return { language, theme: ChosenTheme.parse(theme), code: a, secret: p }
}

function show(reply: FastifyReply, page: ScratchPage, content: string, status = 200): Promise<FastifyReply> {
  const { language, theme } = page
  return sendPlainPage(reply.status(status), { language, theme, title: scratchText[language].title, content })
}

function showProblem(error: unknown, fields: Fields, request: FastifyRequest, reply: FastifyReply) {
  const problem = asProblem(error)
  // The general handler logs it.
  if (problem.kind === coreProblems.failed) throw error
  const retryAfter = retryAfterOf(problem)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const page = pageOf(fields, request)
  const { message } = problem.body(page.language, request.id)
  const isTyped = typed.some((kind) => kind === problem.kind)
  const content = isTyped ? openFormMarkup(page, message, fields.scratch ?? '') : scratchProblemMarkup(page, message)
  return show(reply, page, content, problem.kind.status)
}
