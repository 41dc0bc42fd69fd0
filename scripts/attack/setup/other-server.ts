import type { SystemServer } from '#scripts/bench/setup/test-system.ts'
import { firstMessage, startChild } from '#scripts/start/child-process.ts'
import { freePort } from '#scripts/start/ports.ts'
import { nextAddress, type Target } from './target.ts'

type Own = {
  /** Variables that replace those of the servers of the target. */
  env?: NodeJS.ProcessEnv
  /** A program, with its arguments, that executes the process. */
  through?: readonly string[]
}

/** A web process beside those of the target, with other variables. The caller stops it. */
export async function startOtherServer(
  stageEnv: NodeJS.ProcessEnv,
  { env, through }: Own,
): Promise<Pick<Target, 'server' | 'call'>> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = { ROLE: 'web', PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, LOG_LEVEL: 'silent', ...env }
  const child = startChild('The other web process', 'server/main.ts', [], { ...stageEnv, ...own }, through)
  try {
    await firstMessage(child)
  } catch (error) {
    await child.stop()
    throw error
  }
  const server: SystemServer = { url, pid: child.process.pid!, stop: child.stop }
  return { server, call: createCaller(server) }
}

/** Calls from new addresses, which the process reports as a proxy on this machine. */
export function createCaller({ url }: Pick<SystemServer, 'url'>): Target['call'] {
  return (path, init = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': nextAddress(), ...(init.headers as Record<string, string>) },
    })
}
