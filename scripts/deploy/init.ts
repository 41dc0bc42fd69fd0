import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfChanged } from '#scripts/start/build.ts'
import { loadConfig } from '#server/core/config.ts'
import { ConfigError } from '#server/core/config-checks.ts'
import { loadSignerConfig } from '#server/core/signer-config.ts'
import { createDatabase, createUsers, MachineError } from './machine.ts'
import { isPackageCaddyfile, type ProxyProgram, proxyFile } from './proxy-file.ts'
import { AnswerError, type Answers, questions, setupAnswers } from './questions.ts'
import { unitFiles } from './units.ts'
import { filePlaces, keptServerVariables, keptSignerVariables, readVariables, writeVariables } from './variables.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

/**
 * `npm run deploy -- init`: asks for what an installation needs, and writes its files. A second run keeps keys and answers, and writes the
 * units again. With `--folder` it writes below this folder and changes nothing else of the machine. Returns the exit code.
 */
export async function initInstallation(args: string[]): Promise<number> {
  try {
    const options = optionsOf(args)
    const isHere = options.folder === undefined
    if (isHere && process.getuid?.() !== 0)
      throw new AnswerError('Run it as root, or with --folder FOLDER to get the files only')
    await init(options, isHere)
    return 0
  } catch (error) {
    const isKnown = [AnswerError, MachineError, ConfigError].some((kind) => error instanceof kind)
    if (!isKnown) throw error
    say((error as Error).message)
    return 65
  }
}

function optionsOf(args: string[]): Answers {
  const named = [...questions.map(({ option }) => option), 'folder']
  try {
    const options = Object.fromEntries(named.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args, options }).values as Answers
  } catch (error) {
    throw new AnswerError((error as Error).message)
  }
}

async function init(options: Answers, isHere: boolean): Promise<void> {
  const at = (path: string) => join(options.folder ?? '/', path)
  const [serverFile, signerFile] = [at(filePlaces.serverFile), at(filePlaces.signerFile)]
  const earlier = readVariables(serverFile)
  const answers = await setupAnswers(options, { ...earlier, ...(earlier.MAIL === 'off' && { SMTP_URL: 'off' }) })
  // An address that is printed in codes is no answer to be changed in passing.
  if (earlier.PUBLIC_URL && earlier.PUBLIC_URL !== answers['public-url'])
    throw new AnswerError(`PUBLIC_URL is ${earlier.PUBLIC_URL} and is printed in codes: it cannot change`)
  const placeholder = 'postgres://assay@127.0.0.1/assay'
  const isCreating = answers['database-url'] === 'create'
  const variables = keptServerVariables(earlier, answers, isCreating ? placeholder : answers['database-url']!)
  const keys = keptSignerVariables(readVariables(signerFile))
  // All variables are checked before anything of the machine changes.
  loadConfig({ ...variables, ROLE: 'worker' })
  loadSignerConfig(keys)
  if (isHere) createUsers()
  if (isCreating && isHere) variables.DATABASE_URL = createDatabase()
  else if (isCreating) say('DATABASE_URL has a placeholder: without root no database is created.')
  writeVariables(serverFile, variables)
  writeVariables(signerFile, keys)
  const written = [serverFile, signerFile]
  for (const [name, text] of Object.entries(unitFiles({ root: process.cwd(), node: process.execPath })))
    written.push(write(join(at(filePlaces.units), name), text))
  const { proxy } = answers
  if (proxy === 'caddy' || proxy === 'nginx')
    written.push(writeProxyFile(proxy, new URL(variables.PUBLIC_URL!).host, at))
  if (isHere) buildIfChanged()
  say(`Written:\n${written.map((file) => `  ${file}`).join('\n')}`)
  if (isHere) say(nextSteps(proxy))
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** A file of Caddy that a person wrote is not replaced. */
function writeProxyFile(program: ProxyProgram, host: string, at: (path: string) => string): string {
  const text = proxyFile(program, host)
  if (program === 'nginx') return write(at('etc/nginx/sites-available/assay'), text)
  const file = at('etc/caddy/Caddyfile')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const isFree = before.trim() === '' || isPackageCaddyfile(before) || before === text || before.includes('(assay) {')
  return write(isFree ? file : `${file}.assay`, text)
}

const nextSteps = (proxy: string | undefined) => `
Next:
  systemctl daemon-reload && systemctl restart postgresql${proxy === 'none' ? '' : ` && systemctl reload ${proxy}`}
  systemctl enable --now assay.target
  npm run deploy -- check
  npm run deploy -- administrator --email you@brand.example
Back up /etc/assay now: without CODE_KEY no printed code can be verified.`
