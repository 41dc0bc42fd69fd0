import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { routesWithScope } from './routes.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'assay-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = `
import { CallError, createClient, type Order } from 'assay-client'
const assay = createClient({ url: 'http://127.0.0.1:9', key: 'assay_x' })
export const read = (id: string): Promise<Order> => assay.call('GET /order/:id', { params: { id } })
export const create = async (skuId: string) => {
  const order = await assay.call('POST /order', { body: { skuId, quantity: 3 }, idempotencyKey: 'po-2026-1' })
  return order.quantity + 1
}
// @ts-expect-error A quantity is a number.
export const wrong = () => assay.call('POST /order', { body: { skuId: '', quantity: '3' } })
// @ts-expect-error There is no such call for keys.
export const none = () => assay.call('GET /keys', {})
console.log(typeof createClient, new CallError(0, { error: 'x', message: 'x' }).status)
`

test('the packed client has no dependencies, runs, and has the types of every call of API keys', async () => {
  execFileSync('npm', ['pack', './client-sdk', '--pack-destination', folder, '--silent'], { cwd: root })
  const installed = join(folder, 'node_modules/assay-client')
  mkdirSync(installed, { recursive: true })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
  const types = readFileSync(join(installed, 'api.d.ts'), 'utf8')
  for (const { method, path } of await routesWithScope()) expect(types).toContain(`'${method} ${path}': {`)

  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'program.ts'), program)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom', '--module', 'nodenext', '--types', '']
  execFileSync(process.execPath, [compiler, ...options, 'program.ts'], { cwd: folder, stdio: 'inherit' })
  expect(execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })).toBe('function 0\n')
  const usage = execFileSync(process.execPath, [join(installed, 'assay.mjs'), '--help'], { encoding: 'utf8' })
  expect(usage).toMatch(/^Usage: assay COMMAND/)
}, 60_000)
