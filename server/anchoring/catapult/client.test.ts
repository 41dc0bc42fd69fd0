import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CatapultUnreachableError, createCatapultRest } from './client.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

async function serving(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reports a node as unreachable when it does not respond, stops during a response or is down [VE03]', async () => {
  const silent = createCatapultRest(await serving(() => {}), 100)
  await expect(silent.get('/chain/info')).rejects.toThrow(CatapultUnreachableError)
  await expect(silent.put('/transactions', {})).rejects.toThrow(CatapultUnreachableError)
  server!.removeAllListeners('request').on('request', (_, response) => response.writeHead(200).write('{"height":'))
  await expect(silent.get('/chain/info')).rejects.toThrow(/^\/chain\/info: no response from 127\.0\.0\.1:\d+$/)
  server!.closeAllConnections()
  await new Promise((resolve) => server!.close(resolve))
  await expect(silent.get('/chain/info')).rejects.toMatchObject({
    name: 'CatapultUnreachableError',
    cause: { cause: { code: 'ECONNREFUSED' } },
  })
})

test('distinguishes an invalid response from "not found" [VE03]', async () => {
  const [status, body] = [
    [502, 200, 404],
    ['<html>', '<html>', '{}'],
  ]
  const rest = createCatapultRest(
    await serving((_, response) => void response.writeHead(status.shift()!).end(body.shift())),
  )
  await expect(rest.get('/chain/info')).rejects.toThrow(/returned 502$/)
  await expect(rest.get('/chain/info')).rejects.toThrow(/returned no JSON$/)
  expect(await rest.get('/chain/info')).toBeUndefined()
})

test('repeats a call after a closed socket [VE03]', async () => {
  let calls = 0
  const url = await serving((request, response) => {
    calls++
    if (calls === 1) request.socket.destroy()
    else response.end('{"height":"7"}')
  })
  expect(await createCatapultRest(url).get('/chain/info')).toEqual({ height: '7' })
  expect(calls).toBe(2)
})
