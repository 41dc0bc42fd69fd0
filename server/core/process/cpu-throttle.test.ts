import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { throttleCpuWhileBusy } from './cpu-throttle.ts'

const workMs = 60

test('pauses twice as long as it has worked while two calls run, and not while one runs', async () => {
  const rest = vi.spyOn(Atomics, 'wait')
  onTestFinished(() => rest.mockRestore())
  const app = Fastify()
  onTestFinished(() => app.close())
  throttleCpuWhileBusy(app)
  app.get('/held', () => new Promise(() => undefined))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const open = async () => {
    const call = get(`${app.listeningOrigin}/held`).on('error', () => undefined)
    await pause(50)
    return call
  }
  /** Works, and returns the longest following rest in ms. */
  const longestRest = async () => {
    await pause(20)
    rest.mockClear()
    const end = performance.now() + workMs
    while (performance.now() < end);
    await pause(30)
    return Math.max(0, ...rest.mock.calls.map(([, , , ms]) => ms!))
  }
  const first = await open()
  expect(await longestRest()).toBe(0)
  const second = await open()
  expect(await longestRest()).toBeGreaterThanOrEqual(2 * workMs)
  second.destroy()
  await pause(50)
  expect(await longestRest()).toBe(0)
  first.destroy()
})
