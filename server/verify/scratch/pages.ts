import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asProblem, languageOf, retryAfterOf } from '#server/core/http/errors.ts'
import { withUploads } from '#server/core/http/plugin-scopes.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { isMultipart, multipartParts } from '#server/core/request-body/multipart.ts'
import { withBodyGuard } from '#server/core/request-body/slow-body-guard.ts'
import { sendPlainPage, sendValidationPage } from '#server/page/service.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { themes } from '#shared/core/theme.ts'
import { OwnerQuery, scratchProblems } from '#shared/scratch/contract.ts'
import { scratchText } from '#shared/scratch/text.ts'
import type { ScratchPage } from './markup.ts'
import { openedMarkup, openFormMarkup, scratchProblemMarkup } from './open-page.ts'
import { createOpener } from './opener.ts'
import { ownerLinkMarkup, ownershipMarkup } from './owner-page.ts'
import { createOwners } from './owners.ts'

type Fields = Record<string, string | undefined>
const ChosenTheme = z.enum(themes).optional().catch(undefined)
const OwnerPageQuery = OwnerQuery.extend({ lang: z.string().max(10).optional().catch(undefined), theme: ChosenTheme })
/** The key of a form. Without one, as from a page that was changed, nothing can be sent again safely. */
const Key = z.uuid()
const formLimits = { parts: 9, bytes: 16 * 1024 }
const maxFieldBytes = 1000
/** Problems after which typing the scratch code again helps. */
const typed = [scratchProblems.mistyped, scratchProblems.wrong]
const limited = { config: { rateLimit: callsPerMinute(60) } }

/** Pages about the scratch code of an item and its owner: plain forms, which need no script. */
export const scratchPages = withUploads((app) => {
  const { db } = app.assay
  const [opener, owners] = [createOpener(app.assay), createOwners(app.assay)]

  app.post('/verify/open', limited, (request, reply) =>
    answer(request, reply, async (fields, page) => {
      const { a = '', p, scratch = '' } = fields
      const checked = await opener.check({ a, p, scratch }, request)
      const result = await db.system((tx) => opener.open(tx, checked))
      return openedMarkup(page, result, scratch)
    }),
  )

  app.post('/verify/claim', limited, (request, reply) =>
    answer(request, reply, async (fields, page) => {
      const { a = '', p, scratch = '' } = fields
      const key = keyOf(fields, request)
      const checked = await opener.check({ a, p, scratch }, request)
      const link = await db.system(async (tx) => {
        await opener.open(tx, checked)
        return owners.claim(tx, checked.address, key)
      })
      return { content: ownerLinkMarkup(page, link), hasReportScript: true }
    }),
  )

  app.get('/verify/owner', { ...limited, errorHandler: sendValidationPage }, (request, reply) => {
    const query = parseInput(OwnerPageQuery, request.query, languageOf(request))
    const { o, ...fields } = query
    return answerFor(fields, request, reply, async (_, page) => {
      const address = await owners.addressOf(query, request)
      return ownershipMarkup(page, await owners.read(db.read, address, o), { secret: o })
    })
  })

  app.post('/verify/owner', limited, (request, reply) =>
    answer(request, reply, async (fields, page) => {
      const { a = '', p, secret = '' } = fields
      const key = keyOf(fields, request)
      const address = await owners.addressOf({ a, p }, request)
      try {
        const link = await db.system((tx) => owners.transfer(tx, address, { secret, key }, request))
        return { content: ownerLinkMarkup(page, link), hasReportScript: true }
      } catch (error) {
        const problem = asProblem(error)
        if (problem.kind !== scratchProblems.notOwner) throw error
        reply.status(problem.kind.status)
        const { message } = problem.body(page.language, request.id)
        return ownershipMarkup(page, await owners.read(db.read, address, undefined), {
          problem: message,
          typed: secret,
        })
      }
    }),
  )
})

/** `hasReportScript`: for the buttons of a page, which needs no script without them. */
type Shown = string | { content: string; hasReportScript: boolean }
type Content = (fields: Fields, page: ScratchPage) => Promise<Shown>

/** Answers a form with a page, and a problem with the page that says what to do. */
async function answer(request: FastifyRequest, reply: FastifyReply, content: Content): Promise<FastifyReply> {
  let fields: Fields = {}
  try {
    fields = await withBodyGuard(request, readFields(request))
  } catch (error) {
    return answerFor(fields, request, reply, () => Promise.reject(error))
  }
  return answerFor(fields, request, reply, content)
}

async function answerFor(fields: Fields, request: FastifyRequest, reply: FastifyReply, content: Content) {
  const page = pageOf(fields, request)
  const { language, theme } = page
  const show = (shown: Shown) => {
    const { content, ...scripts } = typeof shown === 'string' ? { content: shown } : shown
    return sendPlainPage(reply, { language, theme, title: scratchText[language].title, content, ...scripts })
  }
  try {
    return await show(await content(fields, page))
  } catch (error) {
    const problem = asProblem(error)
    // The general handler logs it.
    if (problem.kind === coreProblems.failed) throw error
    const retryAfter = retryAfterOf(problem)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const { message } = problem.body(language, request.id)
    reply.status(problem.kind.status)
    const isTyped = typed.some((kind) => kind === problem.kind)
    return show(isTyped ? openFormMarkup(page, message, fields.scratch ?? '') : scratchProblemMarkup(page, message))
  }
}

const keyOf = ({ key }: Fields, request: FastifyRequest): string => parseInput(Key, key, languageOf(request))

/** What a form without files has sent. */
async function readFields(request: FastifyRequest): Promise<Fields> {
  const fields: Fields = Object.create(null)
  if (!isMultipart(request)) return fields
  for await (const part of multipartParts(request, formLimits))
    if (part.filename === undefined) fields[part.name] = (await part.read(maxFieldBytes))?.toString()
  return fields
}

function pageOf({ a = '', p = '', lang, theme }: Fields, { headers }: FastifyRequest): ScratchPage {
  const language = preferredLanguage(lang ?? headers['accept-language'])
  return { language, theme: ChosenTheme.parse(theme), code: a, secret: p }
}
