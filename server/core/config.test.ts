import { expect, test } from 'vitest'
import { blockedPorts } from '#shared/core/blocked-port.ts'
import { omit } from '#shared/core/omit.ts'
import { loadConfig } from './config.ts'
import { ConfigError, signerVariables } from './config-checks.ts'

const good = {
  MAIL: 'off',
  DATABASE_URL: 'postgres://a:b@localhost/c',
  BITCOIN_RPC_URL: 'http://u:p@localhost:18443',
  CATAPULT_URL: 'http://localhost:3001',
  CODE_KEY: 'ab'.repeat(32),
  JWT_SECRET: 'x'.repeat(32),
  SIGNER_SOCKET: '/run/assay/signer',
}

function issuesOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).issues
  }
}

test('reports every invalid variable at once, by name and without its value', () => {
  const issues = issuesOf({
    ...good,
    PORT: '99999',
    CODE_KEY: 'not-hex',
    ROLE: 'king',
    DATABASE_URL: '',
    S3_ENDPOINT: 'http://s3',
  })
  expect(issues.map((issue) => issue.split(':')[0])).toEqual(
    expect.arrayContaining(['PORT', 'CODE_KEY', 'ROLE', 'DATABASE_URL', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']),
  )
  expect(issues.join()).not.toContain('not-hex')
})

test('accepts one sender address with or without a name, and converts others to their canonical form', () => {
  const { mailFrom, supportEmail } = loadConfig({
    ...good,
    MAIL_FROM: 'Assay <no-reply@x.com>',
    SUPPORT_EMAIL: 'Help@X.com',
  })
  expect([mailFrom, supportEmail]).toEqual([{ name: 'Assay', address: 'no-reply@x.com' }, 'help@x.com'])
  expect(loadConfig({ ...good, MAIL_FROM: 'no-reply@x.com' }).mailFrom).toEqual({ name: '', address: 'no-reply@x.com' })
  for (const MAIL_FROM of ['Assay', 'a@x.com, b@x.com', ' '])
    expect(issuesOf({ ...good, MAIL_FROM })).toEqual([expect.stringContaining('MAIL_FROM: ')])
  const bad = { ...good, SUPPORT_EMAIL: 'foo<victim@x.com>', ADMINISTRATOR_EMAIL: 'a@localhost' }
  expect(issuesOf(bad).map((issue) => issue.split(':')[0])).toEqual(['ADMINISTRATOR_EMAIL', 'SUPPORT_EMAIL'])
})

test('uses the default of an absent or empty variable', () => {
  const config = loadConfig({ ...good, PORT: '', PUBLIC_URL: 'https://assay.example/' })
  expect(config).toMatchObject({
    role: 'all',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'https://assay.example',
    demo: true,
  })
  expect(config.codeKey).toEqual(Buffer.alloc(32, 0xab))
  expect(config.s3).toBeUndefined()
})

test('accepts a map style without encryption only when it is on this machine [IN04]', () => {
  expect(loadConfig(good).mapStyleUrl).toBeUndefined()
  const accepted = ['https://tiles.brand.example/style.json?key=1', 'http://127.0.0.1:8080/style.json']
  for (const MAP_STYLE_URL of accepted) expect(loadConfig({ ...good, MAP_STYLE_URL }).mapStyleUrl).toBe(MAP_STYLE_URL)
  for (const MAP_STYLE_URL of [
    'http://tiles.brand.example/style.json',
    'ftp://127.0.0.1/style',
    '/style.json',
    'http:',
  ])
    expect(issuesOf({ ...good, MAP_STYLE_URL })).toEqual([expect.stringMatching(/^MAP_STYLE_URL: must be an https/)])
})

test('requires a readable file for GEOIP_MMDB in processes that look for places', () => {
  for (const ROLE of ['all', 'web'])
    expect(issuesOf({ ...good, ROLE, GEOIP_MMDB: '/nowhere.mmdb' })).toEqual([expect.stringMatching(/^GEOIP_MMDB: /)])
  expect(issuesOf({ ...good, ROLE: 'worker', GEOIP_MMDB: '/nowhere.mmdb' })).toEqual([])
  expect(loadConfig({ ...good, GEOIP_MMDB: import.meta.filename }).geoipMmdb).toBe(import.meta.filename)
})

test('treats MAIL as absent when it is the mail file that a login shell sets', () => {
  expect(loadConfig({ ...good, MAIL: '/var/mail/plain', SMTP_URL: 'smtp://127.0.0.1' }).mail).toBe('smtp')
  expect(issuesOf({ ...good, MAIL: '/var/mail/plain' })).toEqual([expect.stringContaining('SMTP_URL: required')])
})

test('starts without a mail server only with MAIL=off, and with a mailbox only on a local address', () => {
  const unsaid = omit(good, 'MAIL')
  expect(issuesOf(unsaid)).toEqual([expect.stringMatching(/^SMTP_URL: required, unless MAIL=off/)])
  expect(issuesOf({ ...unsaid, MAIL: 'smtp' })).toHaveLength(1)
  expect(loadConfig({ ...unsaid, SMTP_URL: 'smtp://mail' })).toMatchObject({ mail: 'smtp', smtpUrl: 'smtp://mail' })
  expect(loadConfig({ ...good, SMTP_URL: 'smtp://mail' })).toMatchObject({ mail: 'off', smtpUrl: undefined })
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:80'])
    expect(loadConfig({ ...good, MAIL: 'mailbox', PUBLIC_URL: `http://${host}` }).mail).toBe('mailbox')
  for (const host of ['assay.example', 'localhost.assay.example', '10.0.0.1', '127.0.0.1.nip.io'])
    expect(issuesOf({ ...good, MAIL: 'mailbox', PUBLIC_URL: `http://${host}` })).toEqual([
      expect.stringMatching(/^MAIL: mailbox is for development/),
    ])
})

test('rejects signer variables in every other process, and requires its socket in processes that anchor', () => {
  for (const ROLE of ['all', 'web', 'worker']) {
    for (const name of signerVariables) {
      expect(issuesOf({ ...good, ROLE, [name]: '5'.repeat(64) })).toEqual([
        `${name}: only the signer reads it (node server/signer.ts); remove it from the variables of this process`,
      ])
    }
    const without = issuesOf({ ...good, ROLE, SIGNER_SOCKET: '' })
    expect(without).toEqual(ROLE === 'web' ? [] : [expect.stringMatching(/^SIGNER_SOCKET: required/)])
  }
  expect(JSON.stringify(loadConfig(good))).not.toMatch(/bitcoinKey|catapultKey/)
})

test('names each URL at a port that fetch and browsers never call, without its password', async () => {
  const blocked = {
    BITCOIN_RPC_URL: 'http://u:secret@localhost:18443, http://u:secret@localhost:6000',
    CATAPULT_URL: 'http://a:6667',
    PUBLIC_URL: 'http://localhost:10080',
    MAP_STYLE_URL: 'https://tiles.example:5061/style.json',
    SENSOR_SERVICE_URL: 'http://tags:6566',
    SENSOR_SERVICE_TOKEN_URL: 'http://tags:2049/token',
    SENSOR_SERVICE_CLIENT_ID: 'a',
    SENSOR_SERVICE_CLIENT_SECRET: 'b',
  }
  const issues = issuesOf({ ...good, ...blocked })
  expect(issues.map((issue) => issue.match(/^\w+|port \d+/g)!.join(' ')).toSorted()).toEqual([
    ...['BITCOIN_RPC_URL port 6000', 'CATAPULT_URL port 6667', 'MAP_STYLE_URL port 5061', 'PUBLIC_URL port 10080'],
    ...['SENSOR_SERVICE_TOKEN_URL port 2049', 'SENSOR_SERVICE_URL port 6566'],
  ])
  expect(issues.join()).not.toContain('secret')
  // Other clients call them.
  expect(issuesOf({ ...good, MAIL: 'smtp', SMTP_URL: 'smtp://mail:25', REDIS_URL: 'redis://cache:6000' })).toEqual([])
})

test('lists the ports that fetch of this Node rejects', async () => {
  const reason = (port: number) => fetch(`http://127.0.0.1:${port}`).catch(({ cause }) => (cause as Error).message)
  for (const port of blockedPorts) expect([port, await reason(port)]).toEqual([port, 'bad port'])
})
