import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseCommit, browserTestsOf, changedFiles } from './changed.ts'

const tests = globSync('client/e2e/**/*.e2e.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test.each([
  ['its own file', 'client/e2e/product/media.e2e.ts', 'client/e2e/product/media.e2e.ts'],
  ['a file that it imports', 'client/e2e/offline/field-work.ts', 'client/e2e/offline/forms.e2e.ts'],
  ['a screen of its domain', 'client/customization/page.tsx', 'client/e2e/product/customization.e2e.ts'],
])('runs a browser test when %s changes', (_, changed, test) => {
  const found = browserTestsOf([changed], tests)
  expect(found).toContain(test)
  expect(found.length).toBeLessThan(tests.length / 2)
})

test.each([
  'server/order/service.ts',
  'client/ui/table/data-table.tsx',
  'docs/offline.md',
  'client/e2e/setup/sign-in.ts',
])('runs no browser test when only %s changes', (changed) => {
  expect(browserTestsOf([changed], tests)).toEqual([])
})

test('finds no changed file that was removed, and a commit to compare with', () => {
  expect(baseCommit()).toMatch(/^[\da-f]{40}$/)
  expect(changedFiles(baseCommit())).not.toContain('docs/checklist.md')
})
