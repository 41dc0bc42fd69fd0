import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { merchantOf } from '#server/core/auth/actor.ts'
import { merchant } from '#server/core/auth/table.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems, Problem } from '#shared/core/api/problem.ts'
import { serve } from './serve.ts'

const Note = z.object({ id: z.uuid(), words: z.string() })
const byId = z.object({ id: z.uuid() })
const noteBody = z.object({ words: z.string().min(3), nested: z.object({ count: z.number().int() }).optional() })
const base = { access: 'merchant', summary: 'A note of the test', answer: Note } as const

export const noteContract = defineContract({
  list: { ...base, method: 'GET', path: '/note', answer: z.array(Note) },
  create: { ...base, method: 'POST', path: '/note', body: noteBody },
  read: { ...base, method: 'GET', path: '/note/:id', params: byId },
  pay: { ...base, method: 'POST', path: '/note/pay', body: noteBody, idempotency: 'required' },
  order: { ...base, method: 'POST', path: '/note/order', body: noteBody, idempotency: 'optional' },
  leak: { ...base, method: 'POST', path: '/note/leak', body: noteBody },
  approve: { ...base, method: 'PUT', path: '/note/approve', access: 'admin', answer: z.object({ total: z.int() }) },
  confirmed: { ...base, method: 'GET', path: '/note/confirmed', access: 'confirmedMerchant', answer: z.object({}) },
  tell: { ...base, access: 'public', method: 'POST', path: '/note/tell', perMinute: 2, answer: z.object({}) },
  look: { ...base, access: 'public', method: 'GET', path: '/note/look', perMinute: 2, answer: z.object({}) },
  rare: { ...base, method: 'GET', path: '/note/rare', perMinute: 2, answer: z.object({}) },
  broken: { ...base, method: 'POST', path: '/note/broken', access: 'public', answer: z.object({}) },
  rareWrite: { ...base, method: 'POST', path: '/note/rare', perMinute: 1, body: noteBody, answer: z.object({}) },
})
const noteProblems = defineProblems('note', {
  notFound: { status: 404, enUS: 'Note {{id}} not found', ruRU: 'Заметка {{id}} не найдена' },
})

export let test1: TestApp
/** The number of times the handler of `pay` has run. */
export let runs = 0

/** Starts a server with the routes of the notes for the tests of the file. */
export function setUpNotes(): void {
  beforeAll(async () => {
    test1 = await testApp({
      routes: (app) =>
        serve(app, noteContract, {
          list: async ({ tx }) => rowsOf((await tx.execute(sql`select id, words from note order by words`)).rows),
          async create({ tx, actor, body }) {
            expect(Object.keys(body)).not.toContain('merchant_id')
            const made = await tx.execute(
              sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words}) returning *`,
            )
            // The whole row, including merchant_id: the schema of the response removes what it does not declare.
            return rowsOf(made.rows)[0]!
          },
          async read({ tx, params }) {
            const { rows } = await tx.execute(sql`select id, words from note where id = ${params.id}`)
            if (!rows[0]) throw new Problem(noteProblems.notFound, params)
            return rowsOf(rows)[0]!
          },
          async pay({ tx, actor, body }) {
            runs++
            const made = await tx.execute(
              sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words}) returning *`,
            )
            await tx.execute(sql`select pg_sleep(0.2)`)
            return rowsOf(made.rows)[0]!
          },
          async order({ tx, actor, body }) {
            const made = await tx.execute(
              sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words}) returning *`,
            )
            return rowsOf(made.rows)[0]!
          },
          async leak({ tx, actor, body }) {
            await tx.execute(sql`insert into note (merchant_id, words) values (${merchantOf(actor)}, ${body.words})`)
            return { words: body.words } as z.infer<typeof Note>
          },
          async approve({ tx }) {
            return { total: await tx.$count(merchant) }
          },
          confirmed: async () => ({}),
          tell: async () => ({}),
          look: async () => ({}),
          rare: async () => ({}),
          async broken() {
            throw new Error('of the test')
          },
          rareWrite: async () => ({}),
        }),
    })
    await test1.database.query(
      `create table note (id uuid primary key default gen_random_uuid(), merchant_id uuid not null, words text not null unique)`,
    )
    await test1.database.query(`alter table note owner to assay; select guard_tenant_table('note');
      grant select, insert, update, delete on note to app_system`)
  })
  afterAll(() => test1.close())
}

function rowsOf(rows: unknown[]) {
  return rows as z.infer<typeof Note>[]
}
