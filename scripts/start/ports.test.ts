import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type OpenPort, openPort } from './ports.ts'

const host = '127.0.0.1'
const opened: OpenPort[] = []
const open = async (wanted: number) => {
  const one = await openPort(wanted, host)
  opened.push(one)
  return one
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

test('opens the next port when the wanted one is taken, and keeps it', async () => {
  const first = await open(0)
  const second = await open(first.port)
  expect(second.port).toBeGreaterThan(first.port)
  const other = createServer().listen(second.port, host)
  expect(await once(other, 'error')).toMatchObject([{ code: 'EADDRINUSE' }])
})

test('a process that inherits the port answers on it after it was closed here', async () => {
  const { port, fd, close } = await openPort(0, host)
  const program = `require('node:http').createServer((_, answer) => answer.end('mine')).listen({ fd: 3 })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', fd] })
  close()
  // The first connection waits until the process accepts it.
  expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('mine')
  const gone = once(child, 'exit')
  child.kill()
  await gone
})
