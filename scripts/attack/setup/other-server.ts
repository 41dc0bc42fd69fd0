import type { SystemServer } from '#scripts/bench/setup/test-system.ts'
import { startChild } from '#scripts/start/child-process.ts'
import { addressOf } from '#scripts/start/server.ts'
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
  const own = { ROLE: 'web', LOG_LEVEL: 'silent', ...env }
  const child = startChild('The other web process', 'server/main.ts', { env: { ...stageEnv, ...own }, through })
  try {
    const server: SystemServer = { url: await addressOf(child), pid: child.process.pid!, stop: child.stop }
    return { server, call: createCaller(server) }
  } catch (error) {
    await child.stop()
    throw error
  }
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
