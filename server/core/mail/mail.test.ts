import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { defineMail } from './mail.ts'

let server: Server
let t: TestApp
const received: string[] = []
const envelopes: string[] = []
let refuseNext = true

/** Implements RFC 5321 for one client, and rejects the first sender, like a greylisting server. */
beforeAll(async () => {
  server = createServer((socket) => {
    let body: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (body !== undefined) {
        body += chunk
        if (!body.endsWith('\r\n.\r\n')) return
        received.push(body)
        body = undefined
        return socket.write('250 kept\r\n')
      }
      const word = chunk.toString().slice(0, 4).toUpperCase()
      if (word === 'MAIL' && refuseNext) {
        refuseNext = false
        return socket.write('451 try again\r\n')
      }
      if (word === 'RCPT') envelopes.push(chunk.toString().trim())
      if (word === 'DATA') body = ''
      if (word === 'QUIT') return socket.end('221 bye\r\n')
      return socket.write(word === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t = await testApp({
    config: {
      mail: 'smtp',
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: { name: 'Assay', address: 'no-reply@example.com' },
    },
  })
})
afterAll(async () => {
  await t.close()
  server.close()
})

const letter = defineMail({
  enUS: {
    subject: 'Welcome {{name}}',
    paragraphs: ['Good to see you.'],
    action: { label: 'Confirm', url: '{{publicUrl}}/c' },
  },
  ruRU: { subject: 'Добро пожаловать, {{name}}', paragraphs: ['Рады видеть вас.'] },
})

test('sends mail over SMTP with both parts, again after a temporary rejection, and only once', async () => {
  const { db, mail } = t.services
  await db.system((tx) =>
    mail.queue(tx, { to: 'ann@example.com', language: 'enUS', template: letter, data: { name: 'Ann' } }),
  )
  await t.work()
  await vi.waitFor(
    async () => {
      const { rows } = await t.database.query('select state, sent_at is not null as dated from mail_message')
      expect(rows).toEqual([{ state: 'sent', dated: true }])
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(received).toHaveLength(1)
  for (const part of ['To: ann@example.com', 'Subject: Welcome Ann', 'text/plain', 'text/html'])
    expect(received[0]).toContain(part)
})

test('sends to one recipient when a stored address contains a second one in brackets or after a comma', async () => {
  const { db, mail } = t.services
  envelopes.length = 0
  const stored = ['foo<victim@example.com>', 'a@example.com,victim@example.com', 'x:victim@example.com;']
  for (const to of stored)
    await db.system((tx) => mail.queue(tx, { to, language: 'enUS', template: letter, data: { name: 'Ann' } }))
  await vi.waitFor(() => expect(envelopes).toHaveLength(stored.length), { timeout: 20_000, interval: 200 })
  expect(envelopes.filter((line) => line.includes('TO:<victim@example.com>'))).toEqual([])
})

test('has no mailbox page when mail is sent by SMTP', async () => {
  expect((await t.app.inject('/mailbox')).statusCode).toBe(404)
  expect((await t.app.inject('/mailbox.json')).statusCode).toBe(404)
})
