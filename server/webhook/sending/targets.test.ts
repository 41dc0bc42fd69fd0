import { expect, test } from 'vitest'
import { openTargets } from '#server/core/network/targets.ts'
import { startNameServer } from '#server/core/test/network/name-server.ts'
import { startReceiver } from '#server/webhook/receiver.fixture.ts'
import { openPoster } from './post.ts'

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

const settings = (dnsServer: string, webhookAllowCidrs: string[] = []) => ({
  dnsServers: [dnsServer],
  webhookAllowCidrs,
})

test('does not call a name whose address has become private after it was stored', async () => {
  const receiver = await startReceiver()
  const addresses = ['9.9.9.9', '127.0.0.1']
  const oneAfterTheOther = {
    get a() {
      return [addresses.shift()!]
    },
  }
  const names = await startNameServer({ 'hook.example': oneAfterTheOther })
  const targets = openTargets(settings(names.address))
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
  const names = await startNameServer({})
  const targets = openTargets(settings(names.address))
  expect(await targets.problemOf('https://hook.example/')).toBeUndefined()
  const poster = openPoster(targets)
  expect(await poster.post('https://hook.example/', '{}', {})).toMatchObject({ failure: 'name', status: null })
  poster.close()
  names.close()
})

test('reports a certificate of another host', async () => {
  const receiver = await startReceiver()
  const names = await startNameServer({ 'hook.example': { a: ['127.0.0.1'] } })
  const poster = openPoster(openTargets(settings(names.address, ['127.0.0.1'])))
  const url = `https://hook.example:${new URL(receiver.url).port}/`
  expect(await poster.post(url, '{}', {})).toMatchObject({ failure: 'tls', status: null })
  expect(receiver.received).toEqual([])
  poster.close()
  names.close()
  await receiver.close()
})
