import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startupEnvironment } from './startup-environment.ts'

type Server = {
  url: string
  /** Whether the process is running. */
  lives(): boolean
  /** Sends SIGKILL the given number of ms after the server has received its next push. */
  killAfterPush(ms: number): Promise<void>
  kill(): Promise<void>
}

/** Servers that share one database and one folder of files, started one after the other or at the same time. */
export async function killableServers(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-killed-'))
  const running = new Set<Server>()
  return {
    async start(): Promise<Server> {
      const arguments_ = [databaseUrl, join(folder, 'data')]
      const child = fork(join(import.meta.dirname, 'killable-server-child.ts'), arguments_, {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: { PATH: process.env.PATH, ...startupEnvironment },
      })
      const failed = once(child, 'exit').then(() => {
        throw new Error('The server did not start')
      })
      const [url] = (await Promise.race([once(child, 'message'), failed])) as [string]
      failed.catch(() => {})
      const server = killableServer(child, url)
      running.add(server)
      child.once('exit', () => running.delete(server))
      return server
    },
    async close(): Promise<void> {
      await Promise.all([...running].map((server) => server.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function killableServer(child: ChildProcess, url: string): Server {
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    url,
    lives: () => child.exitCode === null && child.signalCode === null,
    kill,
    async killAfterPush(ms) {
      await once(child, 'message')
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      await kill()
    },
  }
}
