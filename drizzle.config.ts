import { relative } from 'node:path'
import { defineConfig } from 'drizzle-kit'

const { MIGRATIONS_DIR = './server/core/migrations' } = process.env

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/*/table.ts', './server/core/*/table.ts'],
  // drizzle-kit reads every path as one below the working directory, absolute ones too.
  out: relative(process.cwd(), MIGRATIONS_DIR),
  casing: 'snake_case',
})
