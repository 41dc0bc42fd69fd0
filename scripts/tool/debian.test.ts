import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasApt, removeUnpacked, unpackedFolder, unpackPackage } from './debian.ts'
import { findTool } from './tool.ts'

const name = 'assay-test-tool'
const library = 'assay-test-library'
let folder: string

/** A package archive with two packages on this disk, usable without network and root. */
beforeAll(() => {
  if (!hasApt()) return
  folder = mkdtempSync(join(tmpdir(), 'assay-apt-'))
  const entries = [
    built(library, 'usr/lib/x86_64-linux-gnu/own/libassay.so.1', ''),
    built(name, `usr/bin/${name}`, '#!/bin/sh\necho "$LD_LIBRARY_PATH"\n', `Depends: ${library}`),
  ]
  writeFileSync(join(folder, 'Packages'), entries.join('\n'))
  writeFileSync(join(folder, 'sources.list'), `deb [trusted=yes] copy:${folder} ./\n`)
  writeFileSync(
    join(folder, 'apt.conf'),
    `Dir::Etc::sourcelist "${folder}/sources.list";\nDir::Etc::sourceparts "-";\nAcquire::Languages "none";\n`,
  )
  process.env.APT_CONFIG = join(folder, 'apt.conf')
})
afterAll(() => {
  delete process.env.APT_CONFIG
  removeUnpacked(name)
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Builds a package with one file. Returns its entry for the index of the archive. */
function built(name: string, path: string, text: string, ...fields: string[]): string {
  const source = join(folder, 'source', name)
  mkdirSync(join(source, 'DEBIAN'), { recursive: true })
  mkdirSync(join(source, path, '..'), { recursive: true })
  writeFileSync(join(source, path), text, { mode: 0o755 })
  const control = [`Package: ${name}`, 'Version: 1', 'Architecture: all', 'Maintainer: a <a@example.com>', ...fields]
  writeFileSync(join(source, 'DEBIAN', 'control'), [...control, 'Description: test', ''].join('\n'))
  const deb = `${name}.deb`
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', source, join(folder, deb)], { stdio: 'ignore' })
  const bytes = readFileSync(join(folder, deb))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return [...control, `Filename: ./${deb}`, `Size: ${bytes.length}`, `SHA256: ${sha256}`, 'Description: test', ''].join(
    '\n',
  )
}

describe.skipIf(!hasApt())('packages without root', () => {
  const tool = { name, packages: { debian: name } }

  test('unpacks a package and its dependencies, and finds its program and libraries', () => {
    expect(findTool(tool)).toBeUndefined()
    const root = unpackPackage(name)!
    expect(root).toBe(unpackedFolder(name))
    const { file, env } = findTool(tool)!
    const output = execFileSync(file, { env, encoding: 'utf8' }).trim()
    expect(output.split(':')).toContain(join(root, 'usr/lib/x86_64-linux-gnu/own'))
    expect(execFileSync('dpkg-query', ['-W'], { encoding: 'utf8' })).not.toContain(name)
  })

  test('returns undefined and leaves no file behind when the package is not available', () => {
    expect(unpackPackage('assay-no-such-package')).toBeUndefined()
    expect(unpackedFolder('assay-no-such-package')).toBeUndefined()
  })
})
