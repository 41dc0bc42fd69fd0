import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate } from '#server/core/test/network/self-signed-certificate.ts'

/** Two receivers that answer at once and one that never answers, in a process of their own. It counts what the two have received. */
const { key, cert } = selfSignedCertificate()
let received = 0

async function listen(answers: boolean): Promise<string> {
  const server = createServer({ key, cert }, (request, response) => {
    request.resume()
    if (!answers) return
    received++
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

process.on('message', () => process.send!({ received }))
const urls = [await listen(true), await listen(true)]
process.send!({ ready: { cert, urls, hanging: await listen(false) } })
