import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { availableTool } from '#scripts/tool/tool.ts'
import { fileFaults } from './check.ts'
import { isPackageCaddyfile } from './proxy-file.ts'
import { readVariables } from './variables.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-deploy-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder: string
beforeEach(() => (folder = mkdtempSync(join(root, 'machine-'))))

const answers = {
  'public-url': 'https://verify.brand.example',
  'database-url': 'postgres://assay:secret@db.brand.example/assay',
  'mail-from': 'Assay <no-reply@brand.example>',
  'support-email': 'help@brand.example',
  'catapult-url': 'https://node.brand.example:3001',
}
/** Runs the command as a program, without a terminal. */
function init(given: Record<string, string> = answers) {
  const options = Object.entries({ folder, ...given }).map(([name, value]) => `--${name}=${value}`)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/deploy.ts', 'init', ...options], {
    encoding: 'utf8',
  })
  return { status, stderr }
}
const server = () => readVariables(join(folder, 'etc/assay/assay.env'))
const signer = () => readVariables(join(folder, 'etc/assay/signer.env'))
const text = (path: string) => readFileSync(join(folder, path), 'utf8')

test('writes variables that the processes accept, in files that only their owner can read', () => {
  expect(init()).toMatchObject({ status: 0 })
  expect(server()).toMatchObject({
    PUBLIC_URL: answers['public-url'],
    DATABASE_URL: answers['database-url'],
    MAIL_FROM: answers['mail-from'],
    BITCOIN_NETWORK: 'mainnet',
    LOG_ORIGIN: 'verify.brand.example',
  })
  expect(Object.keys(server()).filter((name) => name in signer())).toEqual(['SIGNER_SOCKET'])
  const keys = [server().CODE_KEY, server().NFC_KEY, signer().BITCOIN_KEY, signer().CATAPULT_KEY, signer().LOG_KEY]
  expect(new Set(keys).size).toBe(5)
  for (const file of ['assay.env', 'signer.env'])
    expect(statSync(join(folder, 'etc/assay', file)).mode & 0o777, file).toBe(0o600)
})

test('keeps keys, answers and other lines in a second run, and changes what an option names', () => {
  init()
  const before = [server(), signer()]
  writeFileSync(join(folder, 'etc/assay/assay.env'), `# Ours\n${text('etc/assay/assay.env')}KEEP_SCANS_DAYS=400\n`)
  expect(init({ 'support-email': 'new@brand.example' })).toMatchObject({ status: 0 })
  expect([server(), signer()]).toEqual([
    { ...before[0], SUPPORT_EMAIL: 'new@brand.example', KEEP_SCANS_DAYS: '400' },
    before[1],
  ])
  expect(text('etc/assay/assay.env')).toContain('# Ours')
})

test('changes nothing when an answer is wrong or missing, or the printed URL would change', () => {
  expect(init({ ...answers, 'public-url': 'http://brand.example' }).stderr).toContain('--public-url: must begin with')
  const { 'mail-from': _, ...others } = answers
  expect(init(others).stderr).toContain('--mail-from is needed')
  expect(init({ ...answers, 'mail-from': 'a@b.example, c@d.example' }).stderr).toContain('MAIL_FROM')
  expect(() => statSync(join(folder, 'etc'))).toThrow()
  init()
  const keys = server()
  expect(init({ 'public-url': 'https://other.example' })).toMatchObject({ status: 65 })
  expect(server()).toEqual(keys)
})

test('writes units for the signer, the worker and two web processes', () => {
  init()
  const unit = (name: string) => text(`etc/systemd/system/${name}`)
  expect(unit('assay-signer.service')).toContain(
    'User=assay-signer\nGroup=assay\nEnvironmentFile=/etc/assay/signer.env',
  )
  expect(unit('assay-web@.service')).toContain('Environment=ROLE=web PORT=%i HOST=127.0.0.1')
  expect(unit('assay.target')).toMatch(/assay-signer\.service assay-worker\.service assay-web@3001\.service/)
})

const systemd = availableTool({ name: 'systemd-analyze', packages: { debian: 'systemd' } })
test.skipIf(!systemd)('writes units that systemd accepts', () => {
  init()
  const names = ['assay-signer.service', 'assay-worker.service', 'assay-web@.service', 'assay.target']
  const files = names.map((name) => join(folder, 'etc/systemd/system', name))
  const { stderr } = spawnSync(systemd!.file, ['verify', ...files], { encoding: 'utf8' })
  // A container has no bus of systemd, and no such users before root runs the command.
  expect(
    stderr.split('\n').filter((line) => /assay/.test(line) && /Unknown|Failed to parse|Invalid/.test(line)),
  ).toEqual([])
})

test.each([
  ['caddy', 'etc/caddy/Caddyfile', 'verify.brand.example {\n  import assay'],
  ['nginx', 'etc/nginx/sites-available/assay', 'server_name verify.brand.example;'],
])('writes the file of %s from the example of the documents', (proxy, file, line) => {
  expect(init({ ...answers, proxy })).toMatchObject({ status: 0 })
  expect(text(file)).toContain(line)
  expect(text(file)).toContain('127.0.0.1:3002')
  expect(text(file)).not.toMatch(/(?<!verify\.)brand\.example/)
})

test('replaces the Caddyfile of the package, and writes beside one of a person', () => {
  expect(isPackageCaddyfile('# Hello\n:80 {\n\troot * /usr/share/caddy\n\n\tfile_server\n}\n')).toBe(true)
  init()
  writeFileSync(join(folder, 'etc/caddy/Caddyfile'), 'mine.example {\n  respond "Mine"\n}\n')
  expect(init().stderr).toContain('Caddyfile.assay')
  expect(text('etc/caddy/Caddyfile')).toContain('Mine')
})

test('finds missing files, files that others can read, and variables that nobody reads', () => {
  const what = () => fileFaults(folder).map((one) => one.what.replace(`${folder}/`, ''))
  expect(what()).toEqual(['etc/assay/assay.env is missing', 'etc/assay/signer.env is missing'])
  init()
  const file = join(folder, 'etc/assay/assay.env')
  writeFileSync(file, `${text('etc/assay/assay.env')}KEEP_SCAN_DAYS=3\n`)
  spawnSync('chmod', ['644', file])
  expect(what()).toEqual(
    expect.arrayContaining(['Other users can read etc/assay/assay.env', 'No process reads KEEP_SCAN_DAYS']),
  )
})

test.skipIf(process.getuid?.() !== 0)(
  'checks as the user who owns the data, so that nothing there belongs to root',
  () => {
    const nobody = 65_534
    chmodSync(root, 0o755)
    chownSync(folder, nobody, nobody)
    const script = `
    const { continueAsOwner } = await import('./scripts/deploy/as-owner.ts')
    const { openFileStore } = await import('./server/core/files/file-store.ts')
    continueAsOwner(${JSON.stringify(folder)})
    await openFileStore({ dataDir: ${JSON.stringify(folder)} }).check()`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect([status, statSync(join(folder, 'files/incoming')).uid]).toEqual([0, nobody])
  },
)
