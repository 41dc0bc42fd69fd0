import { createServer } from 'node:http'
import { getPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { lowerPriority } from './priority.ts'

/** A program that answers costly calls with their data as JSON; `/api/slow` takes a while, `/api/endless` never ends. */
lowerPriority()
let received = 0
let left = 0
const server = createServer(async (request, answer) => {
  received++
  const body = await buffer(request).catch(() => undefined)
  if (!body) return
  if (request.url === '/api/endless') {
    answer.once('close', () => left++)
    answer.write('begun')
    return
  }
  await pause(request.url === '/api/slow' ? 300 : 20)
  answer.setHeader('content-type', 'application/json')
  const { url, method, headers } = request
  const own = { pid: process.pid, priority: getPriority(), received, left }
  answer.statusCode = 201
  answer.end(JSON.stringify({ ...own, url, method, headers, body: body.toString() }))
})
server.listen(process.argv[2], () => process.send!({ type: 'ready' }))
process.once('disconnect', () => process.exit(0))
