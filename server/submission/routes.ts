import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import type { AnswersInput } from '#shared/submission/answers.ts'
import { submissionContract, submissionProblems } from '#shared/submission/contract.ts'
import { submissionText } from '#shared/submission/text.ts'
import { saveAnswers } from './answers/save-answers.ts'
import { createSubmissions } from './create.ts'
import { updateSubmissions } from './header.ts'
import { listSubmissions } from './list.ts'
import { assertPresent } from './lock.ts'
import { previewOf } from './read.ts'
import { removeSubmissions } from './remove.ts'
import { findSubmission } from './service.ts'

type AnswersCall = { tx: Tx; actor: Actor; params: { id: string }; body: AnswersInput; request: FastifyRequest }

export function submissionRoutes(app: FastifyInstance) {
  serve(app, submissionContract, {
    async list({ tx, actor, query }) {
      return listSubmissions(tx, merchantOf(actor), query)
    },

    async read({ tx, actor, params }) {
      return findSubmission(tx, merchantOf(actor), params.id)
    },

    async create({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      if (body.formId !== undefined && body.formId !== params.formId) throw new Problem(submissionProblems.formFixed)
      const { id, status } = singleResult(
        await createSubmissions(tx, merchantId, [{ ...body, formId: params.formId }], actor.confirmed),
      )
      if (status === 'applied')
        await audit(tx, request, 'submission.create', { subject: id, data: { custom_id: body.custom_id } })
      return { ...(await findSubmission(tx, merchantId, id)), status: submissionText[languageOf(request)].created! }
    },

    async update({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      await assertPresent(tx, merchantId, params.id)
      const { version, status } = singleResult(
        await updateSubmissions(tx, merchantId, [{ id: params.id, fields: body }]),
      )
      if (status !== 'unchanged')
        await audit(tx, request, 'submission.update', { subject: params.id, data: { version } })
      return updatedSubmission(tx, merchantId, params.id, request)
    },

    async remove({ tx, actor, params, request }) {
      const { status } = singleResult(await removeSubmissions(tx, merchantOf(actor), [params]))
      if (status === 'applied') await audit(tx, request, 'submission.remove', { subject: params.id })
      return done
    },

    async sectionAnswers({ tx, actor, params: { id, sectionId } }) {
      const { sections, answers, sensorAnswers } = await findSubmission(tx, merchantOf(actor), id)
      const section = sections.find((one) => one.id === sectionId)
      if (!section) throw new Problem(submissionProblems.noSection)
      const { name: section_name, questions } = section
      const asked = new Set(questions.map((question) => question.id))
      return {
        sectionId,
        section_name,
        questions,
        answers: answers.filter(({ questionId }) => asked.has(questionId)),
        sensorAnswers: sensorAnswers.filter((range) => range.sectionId === sectionId),
      }
    },

    addAnswers: answer,
    updateAnswers: answer,

    async preview({ tx, actor, params }) {
      return previewOf(await findSubmission(tx, merchantOf(actor), params.id))
    },
  })
}

/** Saves the answers of one screen, or none of them if one is rejected: the user is there to correct it. */
async function answer({ tx, actor, params, body, request }: AnswersCall) {
  const merchantId = merchantOf(actor)
  await assertPresent(tx, merchantId, params.id)
  const saved = await saveAnswers(tx, merchantId, [{ id: params.id, ...body }])
  const { version, status, conflicts = [] } = singleResult(saved)
  const problem = conflicts.find((conflict) => conflict.problem)?.problem
  if (problem) throw problem
  if (status !== 'unchanged') await audit(tx, request, 'submission.answer', { subject: params.id, data: { version } })
  return updatedSubmission(tx, merchantId, params.id, request)
}

async function updatedSubmission(tx: Tx, merchantId: string, id: string, request: FastifyRequest) {
  return { ...(await findSubmission(tx, merchantId, id)), status: submissionText[languageOf(request)].updated! }
}
