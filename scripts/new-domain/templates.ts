/** The files of a new domain. The word `sample` stands for its name; `Sample`, `samples` and `Samples` follow it. */
export const templates: Record<string, string> = {
  'shared/sample/contract.ts': `import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Id, Instant, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'

export const SampleInput = z.object({
  name: SingleLine(120).min(1, 'Please fill in this field'),
})
export type SampleInput = z.infer<typeof SampleInput>

export const Sample = SampleInput.extend({ id: Id, createdAt: Instant }).meta({ id: 'Sample' })
export type Sample = z.infer<typeof Sample>

export const sampleContract = defineContract({
  list: {
    method: 'GET',
    path: '/sample',
    access: 'officeOrPartner',
    summary: 'List the samples of the merchant, the newest first',
    query: PageQuery,
    answer: pageOf(Sample),
  },
  create: {
    method: 'POST',
    path: '/sample',
    access: 'confirmedMerchant',
    summary: 'Add a sample',
    body: SampleInput,
    answer: Sample,
  },
})
`,

  'shared/sample/text.ts': `import { defineText } from '#shared/core/i18n/define-text.ts'

export const sampleText = defineText({
  enUS: {
    title: 'Samples',
    description: 'The samples of your business.',
    name: 'Name',
    created: 'Date',
    empty: 'There are no samples yet',
  },
  ruRU: {
    title: 'Samples',
    description: 'Список вашей компании.',
    name: 'Название',
    created: 'Дата',
    empty: 'Пока ничего нет',
  },
})
`,

  'shared/sample/quotas.ts': `import { defineQuotas } from '#shared/core/limits/quota.ts'

export const sampleQuotas = defineQuotas({
  samples: { table: 'sample', max: 1_000, unconfirmed: 0, counted: { enUS: 'samples', ruRU: 'samples' } },
})
`,

  'server/sample/table.ts': `import { index, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'
import { createdAt, id } from '#server/core/db/columns.ts'

export const sample = pgTable(
  'sample',
  {
    id: id(),
    merchantId: uuid().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sample_created').on(table.merchantId, table.createdAt, table.id)],
)
`,

  'server/sample/service.ts': `import { and, eq, ilike, inArray } from '#server/core/drizzle/orm.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, type ListOrder, pageOfIds } from '#server/core/db/paging.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import type { PageQuery } from '#shared/core/fields/fields.ts'
import type { Sample, SampleInput } from '#shared/sample/contract.ts'
import { sampleQuotas } from '#shared/sample/quotas.ts'
import { sample } from './table.ts'

export async function listSamples(tx: Tx, merchantId: string, query: PageQuery) {
  const where = and(
    eq(sample.merchantId, merchantId),
    query.search ? ilike(sample.name, containsPattern(query.search)) : undefined,
  )
  const order: ListOrder = { columns: [sample.createdAt, sample.id], descending: true }
  const { ids, total } = await pageOfIds(tx, sample, { where, order }, query)
  const found = await tx.select().from(sample).where(inArray(sample.id, ids))
  return { rows: inOrderOf(ids, found, ({ id }) => id).map(view), total }
}

export async function createSample(tx: Tx, owner: QuotaOwner, input: SampleInput): Promise<Sample> {
  await assertQuota(tx, owner, sampleQuotas.samples)
  const [row] = await tx
    .insert(sample)
    .values({ merchantId: owner.merchantId, ...input })
    .returning()
  return view(row!)
}

function view({ id, name, createdAt }: typeof sample.$inferSelect): Sample {
  return { id, name, createdAt: createdAt.toISOString() }
}
`,

  'server/sample/routes.ts': `import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { sampleContract } from '#shared/sample/contract.ts'
import { createSample, listSamples } from './service.ts'

export function sampleRoutes(app: FastifyInstance) {
  serve(app, sampleContract, {
    list({ tx, actor, query }) {
      return listSamples(tx, merchantOf(actor), query)
    },

    async create({ tx, actor, body, request }) {
      const made = await createSample(tx, quotaOwnerOf(actor), body)
      await audit(tx, request, 'sample.create', { subject: made.id })
      return made
    },
  })
}
`,

  'server/sample/domain.ts': `import { defineDomain } from '#server/domain.ts'

export const sampleDomain = defineDomain({
  name: 'sample',
  routes: [async () => (await import('./routes.ts')).sampleRoutes],
})
`,

  'server/sample/sample.test.ts': `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { sampleContract } from '#shared/sample/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test("lists the merchant's records, newest first, and finds them by name", async () => {
  const api = world.api(sampleContract, await world.confirmedMerchant())
  const first = await api.create({ body: { name: 'First' } })
  const second = await api.create({ body: { name: ' Second ' } })
  expect(second.name).toBe('Second')
  expect(await api.list({ query: {} })).toEqual({ rows: [second, first], total: 2 })
  expect(await api.list({ query: { search: 'fir' } })).toEqual({ rows: [first], total: 1 })
})

test('responds 400 when the name is empty', async () => {
  const api = world.api(sampleContract, await world.confirmedMerchant())
  await expect(api.create({ body: { name: ' ' } })).rejects.toMatchObject({ status: 400 })
})

test('hides records of another merchant, and rejects records of dealers', async () => {
  const owner = await world.confirmedMerchant()
  await world.api(sampleContract, owner).create({ body: { name: 'Own' } })
  const other = world.api(sampleContract, await world.confirmedMerchant())
  expect(await other.list({ query: {} })).toEqual({ rows: [], total: 0 })
  const dealer = await world.signUp({ role: 'dealer', merchantId: owner.merchantId!, confirmed: true })
  const theirs = world.api(sampleContract, dealer)
  expect((await theirs.list({ query: {} })).total).toBe(1)
  await expect(theirs.create({ body: { name: 'Mine' } })).rejects.toMatchObject({ status: 403 })
})

test('responds 409 when the quota is reached', async () => {
  const api = world.api(sampleContract, await world.signUp())
  await expect(api.create({ body: { name: 'First' } })).rejects.toMatchObject({ code: 'core.unconfirmed' })
  const person = await world.confirmedMerchant()
  await world.database.query(
    "insert into sample (merchant_id, name) select $1, 'No. ' || n from generate_series(1, 1000) n",
    [person.merchantId],
  )
  const full = world.api(sampleContract, person).create({ body: { name: 'One more' } })
  await expect(full).rejects.toMatchObject({ code: 'core.quota' })
})
`,

  'client/sample/screens.ts': `import type { Screen } from '#client/ui/screen/screen.ts'

export const sampleScreen: Screen = {
  path: '/sample',
  access: 'officeOrPartner',
  menu: { merchant: { group: 'groupProducts', label: 'samples', icon: 'LuBox' } },
  texts: ['sample'],
  load: () => import('./page.tsx'),
}
`,

  'client/sample/page.tsx': `import { useMemo } from 'react'
import { LuBox } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Sample, sampleContract } from '#shared/sample/contract.ts'

/** The samples of the merchant. */
export function Component() {
  const t = useText('sample')
  const paging = usePaging()
  return (
    <Page title={t('title')} description={t('description')}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={useRead(sampleContract.list, { query: paging.query })}
        paging={paging}
        searchable
        empty={<EmptyState icon={LuBox} title={t('empty')} />}
      />
    </Page>
  )
}

function useColumns(): Column<Sample>[] {
  const t = useText('sample')
  return useMemo(
    () => [
      { id: 'name', header: t('name'), main: true, cell: ({ name }) => name },
      { id: 'created', header: t('created'), cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    [t],
  )
}
`,
}
