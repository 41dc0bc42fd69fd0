import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { envExample } from './env-example.ts'

test('.env.example matches the configuration schema', async () => {
  expect(await readFile('.env.example', 'utf8')).toBe(envExample())
})
