import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as { scripts: Record<string, string> }

/** The commands with which npm scripts call the program. */
const named = Object.values(scripts)
  .filter((line) => line.startsWith('node scripts/bootstrap.mjs'))
  .map((line) => line.split(' ')[2]!)

test('accepts the commands of all npm scripts that call it, and each has a program', () => {
  const { stderr, status } = spawnSync(process.execPath, [path('bootstrap.mjs'), 'no-such-command'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  const known = stderr.trim().split(' ').at(-1)!.split('|')
  expect(named).toContain('attack')
  expect(known.sort()).toEqual(named.sort())
  const files = (name: string) => [`${name.replace(':', '-')}.ts`, `operate/${name}.ts`]
  for (const name of named)
    expect(
      files(name).filter((file) => existsSync(path(file))),
      name,
    ).toHaveLength(1)
})

test('stops instead of installing through a symbolic link, which would delete the packages of its target', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bootstrap-'))
  try {
    const [copy, target] = [join(folder, 'copy'), join(folder, 'target')]
    mkdirSync(join(copy, 'scripts'), { recursive: true })
    mkdirSync(join(target, 'kept'), { recursive: true })
    copyFileSync(path('bootstrap.mjs'), join(copy, 'scripts/bootstrap.mjs'))
    const manifest = { name: 'copy', version: '1.0.0' }
    const start = 'node scripts/bootstrap.mjs start'
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, scripts: { start } }))
    writeFileSync(
      join(copy, 'package-lock.json'),
      JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }),
    )
    symlinkSync(target, join(copy, 'node_modules'))
    const { stderr, status } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect(existsSync(join(target, 'kept'))).toBe(true)
    expect(stderr).toContain(`node_modules is a symbolic link to ${target}`)
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('prints no npm update notice after a command', () => {
  // The variables that npm sets for a script would override `.npmrc`.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)))
  const { stdout } = spawnSync('npm', ['config', 'get', 'update-notifier'], {
    cwd: path('..'),
    env: { ...env, HOME: tmpdir() },
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('false')
})
