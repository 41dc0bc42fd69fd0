import { readFileSync } from 'node:fs'
import { Webhook as ForeignChecker } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, printedWebhookSecret, secretKeys } from './secret.ts'
import { signedHeaders } from './sending/message.ts'

const text = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

test('the verification in the documentation accepts messages, and no changed, old or foreign ones', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(text)!
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const [key, other] = [newSecret(), newSecret()].map(secretKeys({ codeKey: Buffer.alloc(32, 1) })) as [Buffer, Buffer]
  const secret = printedWebhookSecret(key)
  const body = '{"type":"ping"}'
  const now = new Date()
  const headers = signedHeaders('1', body, [other, key], now)
  expect(isGenuine(secret, headers, body)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-id': '2' }, body)).toBe(false)
  expect(isGenuine(secret, signedHeaders('1', body, [other], now), body)).toBe(false)
  expect(isGenuine(secret, signedHeaders('1', body, [key], new Date(now.getTime() - 600_000)), body)).toBe(false)
})

test('signs as the library of Standard Webhooks does', () => {
  const key = Buffer.alloc(32, 7)
  const at = new Date(1_700_000_000_999)
  const library = new ForeignChecker(printedWebhookSecret(key)).sign('msg_1', at, '{"a":"я"}')
  expect(signedHeaders('msg_1', '{"a":"я"}', [key], at)['webhook-signature']).toBe(library)
})
