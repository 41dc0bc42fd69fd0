import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretlint } from './secretlint.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = randomBytes(32).toString('hex')
test.each([
  ['a key of this product', `CODE_KEY: ${key}`, 1],
  ['the same with quotes', `"JWT_SECRET": "${key}"`, 1],
  ['a token of a code host', `${'gh'}p_${key.slice(0, 36)}`, 1],
  ['a password in an address', `postgres://assay:${key}@db.example/assay`, 1],
  ['an empty variable', 'CODE_KEY: $CODE_KEY', 0],
])('secretlint on %s', (_, text, status) => {
  const file = join(folder, 'file.yml')
  writeFileSync(file, `${text}\n`)
  const run = spawnSync(process.execPath, secretlint(file), { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([status, ''])
  expect(run.stdout).not.toContain(key)
})
