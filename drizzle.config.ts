import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/*/table.ts',
  out: process.env.MIGRATIONS_DIR ?? './server/core/migrations',
  casing: 'snake_case',
})
