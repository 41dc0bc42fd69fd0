import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The addresses of the database and the web process that `npm start` runs in DATA_DIR, unless the environment has its own. */
export function startedEnvironment(): NodeJS.ProcessEnv {
  if (process.env.DATABASE_URL) return {}
  const file = join(resolve(process.env.DATA_DIR || '.data'), 'services.json')
  try {
    const { url, databaseUrl } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    return { PUBLIC_URL: url, DATABASE_URL: databaseUrl }
  } catch {
    process.stderr.write(`There is no started Assay in ${file}: run npm start, or set DATABASE_URL and PUBLIC_URL.\n`)
    process.exit(78)
  }
}
