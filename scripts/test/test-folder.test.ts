import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder, removeAbandoned } from './test-folder.ts'

test('creates another folder at each call', () => {
  const folders = [makeTestFolder('assay-folder-test-'), makeTestFolder('assay-folder-test-')]
  expect(new Set(folders).size).toBe(2)
  for (const folder of folders) {
    expect(existsSync(folder)).toBe(true)
    rmSync(folder, { recursive: true })
  }
})

test('removes only old folders of processes that have ended', () => {
  const parent = mkdtempSync(join(tmpdir(), 'assay-folder-test-'))
  const yesterday = Date.now() / 1000 - 86_400
  // No process has this number: it is above the greatest one of Linux.
  const ended = 4_194_305
  const make = (name: string, changedAt = yesterday) => {
    const folder = join(parent, name)
    mkdirSync(folder)
    utimesSync(folder, changedAt, changedAt)
    return folder
  }
  const removed = make(`run-${ended}-a`)
  const kept = [make(`run-${ended}-b`, Date.now() / 1000), make(`run-${process.pid}-c`), make(`other-${ended}-d`)]
  removeAbandoned(parent, 'run-')
  expect([removed, ...kept].map((folder) => existsSync(folder))).toEqual([false, true, true, true])
  rmSync(parent, { recursive: true })
})
