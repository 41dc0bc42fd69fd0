// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const built = 'dist/console'
/** What a first visit downloads before the landing is there, as brotli (kB of 1000 bytes). */
const budgetKb = 190
/** What a visitor's form downloads besides. */
const formKb = 70

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

/** The scripts of an entry, with everything that they import before they run. */
function scriptsOf(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]!
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return files
}

const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!
const started = scriptsOf(manifest, [entry])

function kbOf(files: Iterable<string>): number {
  return (
    [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(built, file))).byteLength, 0) / 1000
  )
}

test('the console starts with at most 190 kB of JavaScript', () => {
  expect(started.size).toBeGreaterThan(1)
  // The landing is no chunk of its own: it is among them.
  expect(manifest).not.toHaveProperty(['../auth/landing-page.tsx'])
  expect(kbOf(started)).toBeLessThanOrEqual(budgetKb)
})

test.each(['sign-in', 'register'])('the %s form comes without the console: at most 70 kB more', (form) => {
  const files = [...scriptsOf(manifest, [`../auth/${form}-form.tsx`])].filter((file) => !started.has(file))
  expect(kbOf(files)).toBeLessThanOrEqual(formKb)
})
