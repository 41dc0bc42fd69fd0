import type { SystemServer } from '#scripts/bench/setup/test-system.ts'
import { firstMessage, startChild } from '#scripts/start/child-process.ts'
import { freePort } from '#scripts/start/ports.ts'
import { nextAddress, type Target } from './target.ts'

type Own = {
  /** Set over those of the target's own servers. */
  env?: NodeJS.ProcessEnv
  /** A program that becomes the process, with its arguments. */
  through?: readonly string[]
}

/** A web process beside the target's own, in other circumstances. Whoever starts it stops it. */
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

/** Calls from addresses that have not called before, as a proxy on this machine names them. */
export function createCaller({ url }: Pick<SystemServer, 'url'>): Target['call'] {
  return (path, init = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': nextAddress(), ...(init.headers as Record<string, string>) },
    })
}
