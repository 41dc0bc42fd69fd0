import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * `node scripts/compose/run.ts FILE …` runs a program of the server with the secrets of the first start. Variables of the
 * environment take precedence. Each container can only read its own secrets.
 */
/** Variables with a URL that names a user, and the secret with the password of that user. */
const passwords = { DATABASE_URL: 'DATABASE_PASSWORD', BITCOIN_RPC_URL: 'BITCOIN_PASSWORD' }

const folder = process.env.SECRETS_DIR || '/secrets/own'
const [file, ...rest] = process.argv.slice(2)
if (!file) fail('Usage: node scripts/compose/run.ts FILE …')
const names = existsSync(folder) ? readdirSync(folder).filter((name) => /_(KEY|SECRET)$/.test(name)) : []
if (names.length === 0) fail(`${folder} holds no secrets: scripts/compose/secrets.ts makes them.`)

for (const name of names) process.env[name] ||= secret(name)
for (const [name, password] of Object.entries(passwords)) {
  const given = process.env[name]
  if (given)
    process.env[name] = given
      .split(',')
      .map((url) => withPassword(url.trim(), password))
      .join(',')
}
process.argv = [process.argv[0]!, resolve(file), ...rest]
await import(pathToFileURL(resolve(file)).href)

function secret(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function withPassword(text: string, password: string): string {
  const url = URL.parse(text)
  if (!url?.username || url.password) return text
  url.password = secret(password)
  return url.href
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(78)
}
