import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { envExample } from './env-example.ts'

test('.env.example is what the configuration schema says', async () => {
  expect(await readFile('.env.example', 'utf8')).toBe(envExample())
})
