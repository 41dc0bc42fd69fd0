import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile, replaceFileDurably } from './replace-file.ts'

let dir = ''
let file = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-replace-'))
  file = join(dir, 'kept')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777
const ways = { replaceFile, replaceFileDurably }

test.each(Object.entries(ways))('%s leaves one file with the new text when it replaces', async (_, replace) => {
  writeFileSync(file, 'the old and longer text')
  await replace(file, 'новый')
  expect(readFileSync(file, 'utf8')).toBe('новый')
  expect(readdirSync(dir)).toEqual(['kept'])
  expect(modeOf(file)).toBe(0o600)
})

test.each(Object.entries(ways))('%s keeps the old text when the new one cannot be written', async (_, replace) => {
  writeFileSync(file, 'old')
  mkdirSync(`${file}.new`)
  await expect((async () => replace(file, 'new'))()).rejects.toThrow(/EISDIR|directory/i)
  expect(readFileSync(file, 'utf8')).toBe('old')
})

test('replaces the temporary file of a crash, and applies the current mode', () => {
  writeFileSync(`${file}.new`, 'a text that a crash cut off')
  chmodSync(`${file}.new`, 0o444)
  replaceFile(file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(modeOf(file)).toBe(0o600)
  expect(readdirSync(dir)).toEqual(['kept'])
})

test('takes the umask from the mode unless it is exact', () => {
  const umask = process.umask()
  replaceFile(file, 'own', { mode: 0o666 })
  expect(modeOf(file)).toBe(0o666 & ~umask)
  replaceFile(file, 'exact', { mode: 0o666, isExact: true })
  expect(modeOf(file)).toBe(0o666)
})

test('replaces a read-only file when it is replaced again', () => {
  for (const text of ['first', 'second']) replaceFile(file, text, { mode: 0o444, isExact: true })
  expect(readFileSync(file, 'utf8')).toBe('second')
  expect(modeOf(file)).toBe(0o444)
})
