import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeCheck } from '#scripts/test/types.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-new-domain-'))
// The variables of this test run would give the inner run the same database and settings.
const { PATH, HOME } = process.env
afterAll(() => rmSync(root, { recursive: true, force: true }))

function run(file: string, args: readonly string[], cwd = root, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', env: { PATH, HOME, ...env } })
  return { status, output: stdout + stderr }
}
const node = (...args: string[]) => run(process.execPath, args)
const git = (...args: string[]) => run('git', ['-c', 'user.name=test', '-c', 'user.email=test@assay.test', ...args])
const newDomain = (...names: string[]) => node('scripts/new-domain.ts', ...names)

/** The files that differ from the copied tree: `??` are new, ` M` are changed. */
const filesWith = (mark: string) =>
  git('status', '--porcelain', '--untracked-files=all')
    .output.split('\n')
    .filter((line) => line !== '' && line.startsWith(mark))
    .map((line) => line.slice(3))

beforeAll(() => {
  const { output } = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], '.')
  for (const file of output.split('\0').filter(Boolean)) cpSync(file, join(root, file), { force: true })
  // Runs programs in the copy directly, not npm scripts: those would install packages into the linked folder.
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  git('init', '--quiet')
  git('add', '--all')
  expect(git('commit', '--quiet', '--message', 'copy')).toMatchObject({ status: 0 })
}, 60_000)

test.each([
  [undefined, 'Usage'],
  ['Batch', 'is no name of a domain'],
  ['two-words', 'is no name of a domain'],
  ['../batch', 'is no name of a domain'],
  ['trademark', 'The domain trademark exists already: shared/trademark.'],
  ['sku', 'The domain sku exists already'],
  ['class', 'is a word of the language'],
  ['text', 'is a word of the language or of the generated files'],
  ['editor', 'There is a text namespace editor already'],
  ['brand', 'already'],
  ['settings', 'There is a screen at /settings already'],
  ['plan', 'already'],
  ['verify', 'already'],
  ['wallet', 'There was a table wallet already'],
])('rejects the name %s', (name, message) => {
  const { status, output } = newDomain(...(name === undefined ? [] : [name]))
  expect([status, output]).toEqual([1, expect.stringContaining(message)])
  expect(filesWith('')).toEqual([])
})

test('names the file and changes no file when a list has changed', () => {
  const file = join(root, 'server/domains.ts')
  const content = readFileSync(file, 'utf8')
  writeFileSync(file, content.replace('  skuDomain,', '  ...[skuDomain],'))
  const { status, output } = newDomain('warehouse')
  expect([status, output]).toEqual([1, expect.stringContaining('server/domains.ts does not contain')])
  expect(filesWith('')).toEqual(['server/domains.ts'])
  writeFileSync(file, content)
})

test('makes a domain that compiles, has no lint errors and passes its own test', { timeout: 400_000 }, () => {
  const { status, output } = newDomain('warehouse')
  expect([status, output]).toEqual([0, expect.stringContaining('client/warehouse/page.tsx')])

  const migrations = 'server/core/migrations/'
  const [created, changed] = [filesWith('??'), filesWith(' M')].map((files) =>
    files.filter((file) => !file.startsWith(`${migrations}meta/`) && !/^server\/core\/migrations\/\d+_/.test(file)),
  ) as [string[], string[]]
  const promised = /creates (\d+) files[^.]*enters the domain in (\d+) lists/.exec(
    readFileSync('CONTRIBUTING.md', 'utf8'),
  )
  expect([created.length, changed.length]).toEqual(promised?.slice(1).map(Number))
  expect(filesWith('??')).toContainEqual(expect.stringMatching(/^server\/core\/migrations\/\d+_warehouse\.sql$/))
  // A second call finds the domain and changes no file.
  expect(newDomain('warehouse')).toMatchObject({ status: 1, output: expect.stringContaining('exists already') })

  // The linked folder has the results of the repository's own check, which must not be replaced.
  const types = [...typeCheck.args, '--tsBuildInfoFile', 'types.json']
  expect(run(process.execPath, types, root, typeCheck.env)).toEqual({ status: 0, output: '' })
  const sources = [...created, ...changed].filter((file) => /\.tsx?$/.test(file))
  const lint = node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...sources)
  expect(lint, lint.output).toMatchObject({ status: 0 })
  const files = ['server/warehouse', 'client/app/screens.test.ts']
  const tests = node('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.workspace.ts', ...files)
  expect(tests, tests.output).toMatchObject({ status: 0 })
})
