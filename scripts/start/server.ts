import { setTimeout as pause } from 'node:timers/promises'
import { type Child, firstMessage, inheritedFd, startChild } from './child-process.ts'
import type { OpenPort } from './ports.ts'

const restartMs = 1_000
const readyMs = 60_000

/**
 * Size of a semi-space of V8 in megabytes (32 by default on a large machine). The web process fills it with short-lived objects
 * of its answers, and a large one makes collections rare. In the worker, a large one would only keep about 100 MB of garbage
 * from its start.
 */
const semiSpaceMb = { web: 32, worker: 8 }

type Role = 'web' | 'worker'
type Options = {
  nodeArgs?: readonly string[] | undefined
  /** For the first process. After it has ended, its successor opens the same port by itself. */
  open?: OpenPort | undefined
  /** Called with the port of a web process whenever it has opened one. */
  onPort?: ((port: number) => void) | undefined
}

/** Starts one process of the server. It inherits the open port, which is closed here. */
export function startServer(role: Role, env: NodeJS.ProcessEnv, { nodeArgs = [], open }: Options = {}): Child {
  const args = [`--max-semi-space-size=${semiSpaceMb[role]}`, ...nodeArgs]
  const own = { ...env, ROLE: role, PORT_FD: '', ...(open && { PORT: `${open.port}`, PORT_FD: `${inheritedFd}` }) }
  const child = startChild(`The ${role} process`, 'server/main.ts', { args, env: own, inherited: open?.fd })
  open?.close()
  return child
}

/** What a process of the server reports when it is ready. */
export type ServerReady = { port?: number }

/** The address at which a web process answers after its start. */
export async function addressOf(child: Child): Promise<string> {
  const { port } = await firstMessage<ServerReady>(child)
  return `http://127.0.0.1:${port}`
}

/** Keeps one role of the server running. */
export function superviseServer(role: Role, env: NodeJS.ProcessEnv, { nodeArgs, open, onPort }: Options = {}) {
  let unused = open
  return superviseChild(() => {
    const child = startServer(role, open ? { ...env, PORT: `${open.port}` } : env, { nodeArgs, open: unused })
    unused = undefined
    child.process.on('message', ({ ready }: { ready?: ServerReady }) => {
      if (ready?.port !== undefined) onPort?.(ready.port)
    })
    return child
  })
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
