import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Names that several files may export, each with its reason. */
const allowed: Record<string, string> = {
  Component: 'the component of a lazily loaded module',
  preload: 'fetches the data of a screen before it is shown',
  Form: 'the form component, and the form of the domain `form`',
  activation: 'the table, and the benchmark of the domain',
  credit: 'the balance, and its benchmark',
  session: 'the session of the console, and its table',
  startSession: 'on the device, and on the server',
  setLanguage: 'on the device, and on the server',
  saveAnswers: 'on the device, and on the server',
}

const root = join(import.meta.dirname, '..')
const isTest = /\.(test|e2e|fixture)\.tsx?$|\/(test|e2e)\//
const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|type|interface|class) (\w+)/gm

/** The files that export a name, by name. A type and a constant of the same name in one file count once. */
function exportedNames(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const room of ['server', 'client', 'shared', 'scripts']) {
    for (const path of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
      const file = `${room}/${path}`
      if (!/\.tsx?$/.test(file) || isTest.test(file)) continue
      for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(declaration)) {
        names.set(name!, (names.get(name!) ?? new Set()).add(file))
      }
    }
  }
  return names
}

const names = exportedNames()

test('exports every name from one file, except the allowed names', () => {
  const shared = [...names].filter(([name, files]) => files.size > 1 && !(name in allowed))
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})

test('allows only names that more than one file exports', () => {
  expect(Object.keys(allowed).filter((name) => (names.get(name)?.size ?? 0) < 2)).toEqual([])
})
