import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import { orderOf, orderTerms } from '#server/core/db/paging.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { ilike } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { done } from '#shared/core/fields/fields.ts'
import { formContract } from '#shared/form/contract.ts'
import { addSection, findSection, removeSection, updateSection } from './sections.ts'
import { createForms, findForm, listedForms, removeForms, selectForms, updateForms, viewForm } from './service.ts'
import { form } from './table.ts'

const columns = { name: form.name, createdAt: form.createdAt, updatedAt: form.updatedAt }

export function formRoutes(app: FastifyInstance) {
  serve(app, formContract, {
    async list({ tx, actor, query }) {
      const { page, limit, search, sort } = query
      const found = search ? ilike(form.name, containsPattern(search)) : undefined
      const rows = await selectForms(tx, merchantOf(actor), found)
        .orderBy(...orderTerms(orderOf(sort, columns, [form.createdAt, form.id])))
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows: rows.map(viewForm), total: await tx.$count(form, listedForms(merchantOf(actor), found)) }
    },

    async read({ tx, actor, params }) {
      return findForm(tx, merchantOf(actor), params.id)
    },

    async create({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const { id, status } = singleResult(await createForms(tx, merchantId, [body], actor.confirmed))
      if (status === 'applied') await audit(tx, request, 'form.create', { subject: id, data: { name: body.name } })
      return findForm(tx, merchantId, id)
    },

    async update({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const { version, status } = singleResult(await updateForms(tx, merchantId, [{ id: params.id, ...body }]))
      if (status === 'applied')
        await audit(tx, request, 'form.update', { subject: params.id, data: { revision: version } })
      return findForm(tx, merchantId, params.id)
    },

    async remove({ tx, actor, params, request }) {
      const { status } = singleResult(await removeForms(tx, merchantOf(actor), [params]))
      if (status === 'applied') await audit(tx, request, 'form.remove', { subject: params.id })
      return done
    },

    async addSection({ tx, actor, params, body, request }) {
      const section = await addSection(tx, merchantOf(actor), params.id, body)
      await audit(tx, request, 'form.addSection', {
        subject: params.id,
        data: { section: section.id, revision: section.revision },
      })
      return section
    },

    async sections({ tx, actor, params }) {
      const { id: formId, revision, sections } = await findForm(tx, merchantOf(actor), params.id)
      return sections.map((section) => ({ ...section, formId, revision }))
    },

    async section({ tx, actor, params }) {
      return findSection(tx, merchantOf(actor), params.id)
    },

    async sensors({ tx, actor, params }) {
      return (await findSection(tx, merchantOf(actor), params.id)).sensors
    },

    async updateSection({ tx, actor, params, body, request }) {
      const section = await updateSection(tx, merchantOf(actor), params.id, body)
      await audit(tx, request, 'form.updateSection', {
        subject: section.formId,
        data: {
          section: section.id,
          revision: section.revision,
        },
      })
      return section
    },

    async removeSection({ tx, actor, params, request }) {
      const { formId, revision } = await removeSection(tx, merchantOf(actor), params.id)
      await audit(tx, request, 'form.removeSection', { subject: formId, data: { section: params.id, revision } })
      return done
    },

    async questions({ tx, actor, params }) {
      return (await findSection(tx, merchantOf(actor), params.id)).questions
    },
  })
}
