import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { asProblem, retryAfterOf } from './errors.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test.skipIf(!existsSync('/dev/full'))(
  'answers 503 with its own message when there is no space for a file',
  async () => {
    const problem = asProblem(await writeFile('/dev/full', 'x').catch((error: unknown) => error))
    expect([problem.kind, retryAfterOf(problem)]).toEqual([coreProblems.noSpace, 1])
  },
)

test('responds 503 with its own message when the disk is full', async () => {
  const full = sql.raw(`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`)
  const problem = asProblem(await world.services.db.system((tx) => tx.execute(full)).catch((error: unknown) => error))
  expect([problem.kind, problem.kind.status]).toEqual([coreProblems.noSpace, 503])
})
