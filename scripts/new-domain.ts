import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { nameProblem, withWords, wordsOf } from './new-domain/name.ts'
import { insert, registrations } from './new-domain/registrations.ts'
import { templates } from './new-domain/templates.ts'

/** `npm run new-domain NAME`: the files of a new domain, its entry in every list, and its migration. */
const name = process.argv[2]
const problem = nameProblem(name)
if (problem) end(problem)
const words = wordsOf(name!)

const created = Object.entries(templates).map(
  ([file, template]) => [withWords(file, words), withWords(template, words)] as const,
)
// All lists are read before the first file is written, so that a failing insertion leaves nothing behind.
const changed = Object.entries(registrations).map(([file, insertions]) => {
  const content = insertions.reduce(
    (text, insertion) => insert(text, file, { ...insertion, text: withWords(insertion.text, words) }),
    readFileSync(file, 'utf8'),
  )
  return [file, content] as const
})
for (const [file, content] of [...created, ...changed]) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const sources = [...created, ...changed]
  .map(([file]) => file)
  .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...sources)
run('node_modules/drizzle-kit/bin.cjs', 'generate', '--name', words.sample)

const list = (files: readonly (readonly [string, string])[]) => files.map(([file]) => `  ${file}`).join('\n')
process.stdout.write(`
Created:
${list(created)}
Changed:
${list(changed)}

Now write the Russian texts of ${words.Samples}: shared/${words.sample}/text.ts, shared/${words.sample}/quotas.ts, shared/app/text.ts.
Then see "Add a domain" in CONTRIBUTING.md.
`)

function run(file: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' })
  if (status !== 0) end(`${file} ${args[0]} failed; its messages are above.`)
}

function end(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
