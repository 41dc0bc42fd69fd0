import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { administratorCommand } from '#server/administrator.ts'

/**
 * `npm run administrator -- --email …`: prints a sign-in link for the Assay that `npm start` runs, or for the one of
 * DATABASE_URL.
 */
process.exitCode = await administratorCommand(process.argv.slice(2), { ...started(), ...process.env })

/** The file with the addresses of the database and the web process of DATA_DIR. */
function started(): NodeJS.ProcessEnv {
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
