import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { loweredPriority } from '#server/core/process/priority.ts'

/** The programs of PostgreSQL are missing or too old. The message says what to install. */
export class MissingProgramError extends Error {
  override name = 'MissingProgramError'
}

type Program = 'pg_dump' | 'pg_restore'

/** Folders where distributions install each version of PostgreSQL. */
const versionFolders = [
  { root: '/usr/lib/postgresql', bin: (version: string) => join(version, 'bin') },
  { root: '/usr', bin: (version: string) => (version.startsWith('pgsql-') ? join(version, 'bin') : undefined) },
  {
    root: '/opt/homebrew/opt',
    bin: (name: string) => (/^(postgresql|libpq)/.test(name) ? join(name, 'bin') : undefined),
  },
]

function candidates(program: Program): string[] {
  const folders = versionFolders.flatMap(({ root, bin }) =>
    (existsSync(root) ? readdirSync(root) : []).flatMap((name) => {
      const folder = bin(name)
      return folder ? [join(root, folder)] : []
    }),
  )
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, program))
    .filter(existsSync)
}

/**
 * The program with the lowest version that is not older than `needed`: pg_dump refuses a newer server, and pg_restore a dump of a
 * newer pg_dump.
 */
export async function findProgram(program: Program, needed: number): Promise<{ file: string; version: number }> {
  const found = await Promise.all(
    candidates(program).map(async (file) => {
      const said = await promisify(execFile)(file, ['--version']).catch(() => ({ stdout: '' }))
      return { file, version: Number(/(\d+)(?:\.\d+)*/.exec(said.stdout)?.[1] ?? 0) }
    }),
  )
  const [best] = found.filter(({ version }) => version >= needed).toSorted((a, b) => a.version - b.version)
  if (best) return best
  const there = found.map(({ file, version }) => `${file} is version ${version}`).join(', ')
  throw new MissingProgramError(
    `${program} of PostgreSQL ${needed} or newer is needed${there ? ` (${there})` : ''}. Install postgresql-client-${needed}: ` +
      'on Debian and Ubuntu from https://apt.postgresql.org, elsewhere from https://www.postgresql.org/download/.',
  )
}

/** The database for a program of PostgreSQL. The password is not among the words, which other users of the machine can read. */
export function programTarget(databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

/** Runs a program with lowered priority. `output` must be read; `ended` rejects with its last message if it fails. */
export function runProgram(
  file: string,
  words: string[],
  env: NodeJS.ProcessEnv,
): { output: Readable; ended: Promise<void>; kill(): void } {
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    if (child.pid) setPriority(child.pid, loweredPriority)
  } catch {
    // It has ended already.
  }
  const messages = text(child.stderr)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', async (code, signal) => {
      if (code === 0) return resolve()
      reject(new Error(`${file} ended with ${signal ?? code}: ${(await messages).trim().slice(-600)}`))
    })
  })
  ended.catch(() => undefined)
  return { output: child.stdout, ended, kill: () => child.kill('SIGKILL') }
}
