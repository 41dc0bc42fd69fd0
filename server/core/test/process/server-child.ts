import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerReady } from '#scripts/start/server.ts'
import type { Config } from '#server/core/config.ts'
import { testEnvironment } from '#server/core/test/config.ts'
import { startupEnvironment } from './startup-environment.ts'

/** The server in a separate process, as in production: an uncaught exception ends it. */
export type ServerChild = ForkedServer & { url: string }
export type ForkedServer = {
  process: ChildProcess
  /** Its output on stderr: empty unless it failed. */
  stderr(): string
  end(): Promise<void>
}
type Env = Record<string, string>

export async function forkServer(role: Config['role'], databaseUrl: string, env: Env = {}): Promise<ForkedServer> {
  const settings: Env = { ...testEnvironment(databaseUrl), PORT: '0', ROLE: role, ...env }
  const child = fork(join(import.meta.dirname, '../../../main.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, ...startupEnvironment, ...settings },
  })
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'exit')
  return {
    process: child,
    stderr: () => stderr,
    async end() {
      child.kill('SIGKILL')
      await ended
      await rm(settings.DATA_DIR!, { recursive: true, force: true })
    },
  }
}

/** Starts a server and resolves when it is ready. */
export async function startServer(role: Config['role'], databaseUrl: string, env?: Env): Promise<ServerChild> {
  const server = await forkServer(role, databaseUrl, env)
  const failed = async () => {
    const [code] = await once(server.process, 'close')
    throw new Error(`The server ended at start (${code}): ${server.stderr()}`)
  }
  const [{ ready }] = await Promise.race([once(server.process, 'message'), failed()])
  return { ...server, url: `http://127.0.0.1:${(ready as ServerReady).port}` }
}
