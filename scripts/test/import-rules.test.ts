import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

type Violation = { from: string; to: string; rule: { name: string } }

const project = mkdtempSync(join(tmpdir(), 'assay-import-rules-'))
afterAll(() => rmSync(project, { recursive: true }))

/** An import that a rule forbids: the file, what it imports, and the rule. */
const forbidden: [file: string, imported: string, rule: string][] = [
  ['shared/sku/a.ts', '#server/sku/service.ts', 'shared-imports-shared'],
  ['shared/sku/b.ts', '#client/sku/page.tsx', 'shared-imports-shared'],
  ['shared/sku/c.ts', '#scripts/seed.ts', 'shared-imports-shared'],
  ['shared/sku/d.test.ts', '#server/sku/service.ts', 'shared-imports-shared'],
  ['shared/sku/e.ts', 'react', 'shared-imports-shared'],
  ['shared/sku/f.ts', 'fastify', 'shared-imports-shared'],
  ['shared/sku/g.ts', 'drizzle-orm', 'shared-imports-shared'],
  ['shared/sku/h.ts', 'node:fs', 'shared-imports-no-node'],
  ['shared/core/fields/a.ts', '#shared/sku/rules.ts', 'core-knows-no-domain'],
  ['server/sku/a.ts', '#client/sku/page.tsx', 'server-imports-no-client'],
  ['server/sku/b.ts', '#scripts/seed.ts', 'server-imports-no-client'],
  ['server/sku/c.ts', '#server/media/files.ts', 'server-domains-meet-at-their-service'],
  ['server/sku/d.ts', '#server/media/deep/table.ts', 'server-domains-meet-at-their-service'],
  ['server/sku/e.ts', '#server/domains.ts', 'server-domains-meet-at-their-service'],
  ['server/core/http/a.ts', '#client/sku/page.tsx', 'server-imports-no-client'],
  ['server/core/http/b.ts', '#server/media/service.ts', 'core-knows-no-domain'],
  ['server/core/http/c.ts', '#server/domains.ts', 'core-knows-no-domain'],
  ['server/core/http/d.ts', '#shared/sku/rules.ts', 'core-knows-no-domain'],
  ['client/sku/a.ts', '#server/sku/service.ts', 'client-imports-no-server'],
  ['client/sku/b.ts', '#scripts/seed.ts', 'client-imports-no-server'],
  ['client/sku/c.ts', '#client/billing/page.tsx', 'client-domains-meet-at-open-parts'],
  ['client/insights/a.ts', '#client/readings/chart.tsx', 'insights-shows-no-readings'],
  ['client/ui/table/a.ts', '#client/review/chip.tsx', 'ui-imports-core'],
  ['client/ui/table/b.ts', '#server/sku/service.ts', 'client-imports-no-server'],
  ['client/core/http/a.ts', '#client/ui/table/table.tsx', 'client-core-knows-no-domain'],
  ['client/core/http/b.ts', '#client/sku/page.tsx', 'client-core-knows-no-domain'],
  ['client/core/http/c.ts', '#shared/sku/rules.ts', 'client-core-knows-no-domain'],
  // A circle: one of the two directions is forbidden.
  ['server/media/a.ts', '#server/sku/table.ts', 'domains-in-one-direction'],
  ['client/review/a.ts', '#client/label/dialog.tsx', 'domains-in-one-direction'],
  ['shared/review/a.ts', '#shared/sku/deep/rules.ts', 'domains-in-one-direction'],
  // A domain that is not named in the order.
  ['server/sku/f.ts', '#server/search/service.ts', 'domains-in-one-direction'],
  ['server/search/a.ts', '#server/user/service.ts', 'domains-in-one-direction'],
]

/** Imports that no rule forbids. */
const allowed: [file: string, imported: string][] = [
  ['server/sku/g.ts', '#server/media/table.ts'],
  ['server/verdict/b.ts', '#server/sync/entity.ts'],
  ['server/verdict/c.ts', '#server/verdict/deep/table.ts'],
  ['server/verdict/d.ts', '#shared/sku/rules.ts'],
  ['server/verdict/e.ts', '#server/domain.ts'],
  ['server/search/b.ts', '#server/sku/table.ts'],
  ['server/media/e.test.ts', '#server/sku/files.ts'],
  ['server/media/test/f.ts', '#scripts/seed.ts'],
  ['client/media/a.ts', '#client/review/chip.tsx'],
  ['client/media/b.ts', '#client/ui/table/table.tsx'],
  ['client/media/c.test.ts', '#server/sku/service.ts'],
  ['client/core/http/d.ts', '#shared/sync/rules.ts'],
]

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}

function violations(): Violation[] {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const rules = resolve('.dependency-cruiser.cjs')
  const args = [program, '--config', rules, '--no-cache', '--output-type', 'json', 'server', 'client', 'shared']
  const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

test('finds each forbidden import, of values and of types, and no other', { timeout: 60_000 }, () => {
  copyFileSync('package.json', join(project, 'package.json'))
  for (const [, imported] of [...forbidden, ...allowed]) {
    if (imported.startsWith('#')) write(imported.slice(1), 'export const value = 1\nexport type Type = 1\n')
  }
  for (const [file, imported] of [...forbidden, ...allowed]) {
    write(file, `import { value } from '${imported}'\nexport const own = value\n`)
    write(
      `${file.replace(/[^/]+$/, '')}type-${file.split('/').at(-1)}`,
      `import type { Type } from '${imported}'\nexport type Own = Type\n`,
    )
  }
  const expected = forbidden.flatMap(([file, , rule]) => [
    `${file}: ${rule}`,
    `${file.replace(/[^/]+$/, '')}type-${file.split('/').at(-1)}: ${rule}`,
  ])
  expect(
    violations()
      .map(({ from, rule }) => `${from}: ${rule.name}`)
      .sort(),
  ).toEqual(expected.sort())
})
