// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const built = 'dist/console'
/** Maximum download before the landing page is shown, with brotli (kB of 1000 bytes). */
const budgetKb = 190
/** Maximum additional download for a visitor's form, and for the landing page with its menus. */
const [formKb, landingKb] = [70, 110]
const landing = [
  '../auth/landing/sign-in-form.tsx',
  '../auth/landing/unsent-notice.tsx',
  '../auth/landing/benefit-icon.tsx',
  'service-worker/update-prompt.tsx',
  '../ui/preferences/preference-menus.tsx',
  '../ui/feedback/toaster.tsx',
]

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

/** The scripts of an entry with all their static imports. */
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

test('downloads at most 190 kB of JavaScript to start the console', () => {
  expect(started.size).toBeGreaterThan(1)
  // The landing page has no chunk of its own: it is part of these.
  expect(manifest).not.toHaveProperty(['../auth/landing/landing-page.tsx'])
  expect(kbOf(started)).toBeLessThanOrEqual(budgetKb)
})

test.each([
  ['the sign-in', formKb, ['../auth/landing/sign-in-form.tsx']],
  ['the registration', formKb, ['../auth/landing/register-form.tsx']],
  ['the landing and all that it shows later', landingKb, landing],
  ['a page behind a link of a mail', formKb, ['../auth/reset-password-page.tsx', '../auth/confirm-email-page.tsx']],
  ['the terms of service', 20, ['routes/public-layout.tsx', '../legal/terms-page.tsx']],
])('loads %s without the console: at most %i kB more', (_, limit, parts) => {
  const files = [...scriptsOf(manifest, parts)].filter((file) => !started.has(file))
  expect(kbOf(files)).toBeLessThanOrEqual(limit)
  expect(files.join()).not.toContain('console')
})

test('loads the phone number rules only with the form that asks for a phone number', () => {
  const holds = (file: string) => readFileSync(join(built, file), 'utf8').includes('INVALID_COUNTRY')
  const holders = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && holds(file))
  expect([...new Set(holders)]).toEqual([manifest['../business/page.tsx']!.file])
})

test('stores the code of the map on devices, but not the renderer of tiles [IN04]', () => {
  const worker = readFileSync(join(built, 'service-worker.js'), 'utf8')
  const renderer = manifest['../insights/map/tiles/tile-map.ts']!.file
  expect(worker).toContain(manifest['../insights/map/deck-map.tsx']!.file)
  for (const file of [renderer, 'maplibre-gl-worker']) expect(worker).not.toContain(file)
  const importers = Object.values(manifest).filter(({ imports = [] }) =>
    imports.some((name) => manifest[name]!.file === renderer),
  )
  expect(importers).toEqual([])
})

test('has no code in the service worker that needs a page', () => {
  const worker = readFileSync(join(built, 'service-worker.js'), 'utf8')
  // It would throw when it is evaluated, and the app would not be installed.
  expect(worker).not.toMatch(/\b(localStorage|sessionStorage)\b/)
})
