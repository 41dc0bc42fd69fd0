import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'
import type { Person, TestApp } from '#server/core/test/harness.ts'

/** Sends a GET to a listening application, and disconnects while the server determines the caller. */
export async function leaveDuringAuthorization(world: TestApp, path: string, { token }: Person): Promise<void> {
  const { sessions } = world.services
  const determine = sessions.actorOf
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const spy = vi.spyOn(sessions, 'actorOf').mockImplementationOnce(async (claims) => {
    const actor = await determine(claims)
    begun.resolve()
    await left.promise
    return actor
  })
  try {
    const { port } = world.app.server.address() as { port: number }
    const connected = once(world.app.server, 'connection')
    const client = connect(port, '127.0.0.1')
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    const [socket] = (await connected) as [Socket]
    await begun.promise
    // Not `once` of node:events, which rejects on the error that a reset causes.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    client.resetAndDestroy()
    await closed
  } finally {
    left.resolve()
    spy.mockRestore()
  }
}
