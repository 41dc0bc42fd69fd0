import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Started = {
  url: string
  databaseUrl: string
  /** Name and witness of the log. */
  logEnv: NodeJS.ProcessEnv
}

/** The addresses of what `npm start` runs in DATA_DIR (database, web process, witness of the log), unless the environment has its own. */
export function startedEnvironment(): NodeJS.ProcessEnv {
  if (process.env.DATABASE_URL) return {}
  const file = join(resolve(process.env.DATA_DIR || '.data'), 'services.json')
  try {
    const { url, databaseUrl, logEnv } = JSON.parse(readFileSync(file, 'utf8')) as Started
    return { PUBLIC_URL: url, DATABASE_URL: databaseUrl, ...logEnv }
  } catch {
    process.stderr.write(`There is no started Assay in ${file}: run npm start, or set DATABASE_URL and PUBLIC_URL.\n`)
    process.exit(78)
  }
}
