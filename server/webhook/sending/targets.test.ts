import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startReceiver } from '#server/webhook/receiver.fixture.ts'
import { openPoster } from './post.ts'
import { openTargets } from './targets.ts'

const forbidden = [
  ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0', '10.0.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['[::]', '[::1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[64:ff9b::7f00:1]', '[fd00::1]'],
  ...['[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]'],
  ...['localhost', 'localhost.', 'a.localhost', '127.0.0.1.', '[2001:db8::1]'],
]

test.each(forbidden)('refuses %s when it is stored and when it is called', async (host) => {
  const targets = openTargets({ webhookAllowCidrs: [] })
  const url = `https://${host}:8443/hook`
  expect(await targets.problemOf(url)).toBe('This address is not on the public internet')
  const poster = openPoster(targets)
  expect(await poster.post(url, '{}', {})).toMatchObject({ failure: 'address', status: null })
  poster.close()
})

test('accepts public addresses, and private ones that the operator allows', async () => {
  const targets = openTargets({ webhookAllowCidrs: ['10.1.0.0/16', 'fd00::/8'] })
  for (const host of ['9.9.9.9', '[2620:fe::fe]', '10.1.2.3', '[fd00::7]'])
    expect(await targets.problemOf(`https://${host}/`)).toBeUndefined()
  expect(await targets.problemOf('https://10.2.0.1/')).toBe('This address is not on the public internet')
})

/** A name server that answers with one IPv4 address, a different one each time, or not at all. */
async function startNameServer(addresses: readonly string[]) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const isV4 = query.readUInt16BE(end - 4) === 1
    const ip = isV4 ? addresses[Math.min(asked++, addresses.length - 1)] : undefined
    if (isV4 && ip === undefined) return
    const answer = ip
      ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)])
      : Buffer.of()
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, ip ? 1 : 0, 0, 0, 0, 0])
    socket.send(Buffer.concat([head, query.subarray(12, end), answer]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, close: () => socket.close() }
}

test('does not call a name whose address has become private after it was stored', async () => {
  const receiver = await startReceiver()
  const names = await startNameServer(['9.9.9.9', '127.0.0.1'])
  const targets = openTargets({ webhookAllowCidrs: [] }, names.resolver)
  const url = `https://hook.example:${new URL(receiver.url).port}/`
  expect(await targets.problemOf(url)).toBeUndefined()
  const poster = openPoster(targets)
  expect(await poster.post(url, '{}', {})).toMatchObject({ failure: 'address' })
  expect(receiver.received).toEqual([])
  poster.close()
  names.close()
  await receiver.close()
})

test('stores a name that its name server does not know yet, and reports it when it is called', async () => {
  const names = await startNameServer([])
  const targets = openTargets({ webhookAllowCidrs: [] }, names.resolver)
  expect(await targets.problemOf('https://hook.example/')).toBeUndefined()
  const poster = openPoster(targets)
  expect(await poster.post('https://hook.example/', '{}', {})).toMatchObject({ failure: 'name', status: null })
  poster.close()
  names.close()
})

test('reports a certificate of another host', async () => {
  const receiver = await startReceiver()
  const names = await startNameServer(['127.0.0.1'])
  const poster = openPoster(openTargets({ webhookAllowCidrs: ['127.0.0.1'] }, names.resolver))
  const url = `https://hook.example:${new URL(receiver.url).port}/`
  expect(await poster.post(url, '{}', {})).toMatchObject({ failure: 'tls', status: null })
  expect(receiver.received).toEqual([])
  poster.close()
  names.close()
  await receiver.close()
})
