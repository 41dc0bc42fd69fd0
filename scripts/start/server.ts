import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from './child-process.ts'

const restartMs = 1_000
const readyMs = 60_000

/**
 * Size of a semi-space of V8 in megabytes (32 by default on a large machine). The web process fills it with short-lived objects
 * of its answers, and a large one makes collections rare. In the worker, a large one would only keep about 100 MB of garbage
 * from its start.
 */
const semiSpaceMb = { web: 32, worker: 8 }

/** Starts one process of the server. */
export function startServer(role: 'web' | 'worker', env: NodeJS.ProcessEnv, nodeArgs: string[] = []): Child {
  const args = [`--max-semi-space-size=${semiSpaceMb[role]}`, ...nodeArgs]
  return startChild(`The ${role} process`, 'server/main.ts', args, { ...env, ROLE: role })
}

/** Keeps one role of the server running. */
export function superviseServer(role: 'web' | 'worker', env: NodeJS.ProcessEnv, nodeArgs: string[] = []) {
  return superviseChild(() => startServer(role, env, nodeArgs))
}

/** Keeps a process running: starts it again if it ends by itself. */
export function superviseChild(start: () => Child): { first: Child; stop(): Promise<void> } {
  let stopped = false
  const begin = () => {
    const child = start()
    child.process.once('exit', (code, signal) => {
      if (stopped) return
      console.error(`${child.name} ended (${signal ?? code}); it is started again.`)
      setTimeout(() => {
        if (!stopped) current = begin()
      }, restartMs).unref()
    })
    return child
  }
  const first = begin()
  let current = first
  return {
    first,
    stop() {
      stopped = true
      return current.stop()
    },
  }
}

/** Resolves when the web process and its dependencies are ready. */
export async function waitUntilReady(url: string): Promise<void> {
  let last = 'no answer'
  for (const end = Date.now() + readyMs; Date.now() < end; await pause(100)) {
    try {
      const answer = await fetch(`${url}/health/ready`)
      if (answer.ok) return
      last = `${answer.status} ${await answer.text()}`
    } catch (error) {
      last = (error as Error).message
    }
  }
  throw new Error(`The server is not ready after ${readyMs / 1000} s: ${last.slice(0, 500)}`)
}
