import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as { scripts: Record<string, string> }

/** What begins with this program calls it by a command. */
const named = Object.values(scripts)
  .filter((line) => line.startsWith('node scripts/bootstrap.mjs'))
  .map((line) => line.split(' ')[2]!)

test('knows the command of every npm script that begins with it, and each has its program', () => {
  const { stderr, status } = spawnSync(process.execPath, [path('bootstrap.mjs'), 'no-such-command'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  const known = stderr.trim().split(' ').at(-1)!.split('|')
  expect(named).toContain('attack')
  expect(known.sort()).toEqual(named.sort())
  for (const name of named) expect(existsSync(path(`${name.replace(':', '-')}.ts`)), name).toBe(true)
})

test('npm prints no notice about its own versions after a command', () => {
  // What npm passes on to a program that it runs would come before the file.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)))
  const { stdout } = spawnSync('npm', ['config', 'get', 'update-notifier'], {
    cwd: path('..'),
    env: { ...env, HOME: tmpdir() },
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('false')
})
