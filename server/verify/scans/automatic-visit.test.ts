import { list } from 'isbot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { scanCode, verifyAt } from '#server/verdict/shopper.fixture.ts'
import { product, storedScans } from '#server/verify/verify.fixture.ts'
import { appPatterns, isProgram } from './automatic-visit.ts'
import { memoryOf } from './visitors.fixture.ts'

const android = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'
const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    'a device with the code name of a data centre',
    `Mozilla/5.0 (Linux; Android 13; 23028RN4DI; wv) ${android} Instagram 308.0.0.36.109 Android (33/13; 320dpi; 720x1460; Xiaomi/Redmi; 23028RN4DI; cloud; mt6765; en_IN; 1)`,
  ],
  ['a device whose name ends in bot', `Mozilla/5.0 (Linux; Android 6.0; B BOT 550 Build/MRA58K) ${android}`],
  [
    'a device with another word of programs',
    `Mozilla/5.0 (Linux; Android 7.0; Superion Radar Deluxe Build/NRD90M) ${android}`,
  ],
  ['a phone with a scanner', `Mozilla/5.0 (Linux; Android 12; ScanPal EDA52 Build/SKQ1) ${android}`],
  ['a reader of codes', `Mozilla/5.0 (Linux; Android 12; M2101) ${android} QRScanner/3.1`],
  [
    'Facebook on a phone of Google',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${android} [FB_IAB/FB4A;FBCR/Google Fi;FBMF/Google;]`,
  ],
  ['WeChat', `${apple} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
  [
    'Alipay',
    `Mozilla/5.0 (Linux; U; Android 12; KB2000) ${android} AlipayDefined(nt:WIFI,ws:360|0|3.0) AliApp(AP/10.3.0.8000)`,
  ],
  [
    'Taobao',
    `Mozilla/5.0 (Linux; U; Android 7.1.1; OPPO R11st) ${android} AliApp(TB/7.8.3) TTID/600000@taobao_android_7.8.3`,
  ],
  ['LINE', `${apple} Mobile/15E148 Safari Line/14.9.0`],
  ['KakaoTalk', `Mozilla/5.0 (Linux; Android 13; SM-G991N; wv) ${android};KAKAOTALK 2410520`],
  [
    'Telegram',
    `Mozilla/5.0 (Linux; Android 13; V2109) ${android} Telegram-Android/11.4.2 (Vivo V2109; Android 13; SDK 33; AVERAGE)`,
  ],
  ['a search app', `${apple} Mobile/15E148 NAVER(inapp; search; 2000; 12.8.4; 14PRO)`],
  ['Teams on a computer', `${windows} Teams/1.6.00 Chrome/108 Electron/22 Safari/537.36`],
  ['an old phone', 'SonyEricssonK800i/R1CB Browser/NetFront/3.3 Profile/MIDP-2.0 Configuration/CLDC-1.1'],
  ['Opera Mini', 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16'],
])('%s is a person [VE09]', (_, name) => {
  expect(isProgram(name)).toBe(false)
})

test.each([
  ['WhatsApp', 'WhatsApp/2.24.20.89 A'],
  ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Telegram', 'TelegramBot (like TwitterBot)'],
  ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  [
    'Teams and Skype',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  ],
  ['Viber', 'Viber/13.3.0'],
  ['LINE', 'facebookexternalhit/1.1;line-poker/1.0'],
  ['KakaoTalk', 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/'],
  [
    'iMessage',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  [
    'a crawler with the name of a phone',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${android} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  [
    'a crawler with the name of an iPhone',
    `${apple} Version/17.4 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  ],
  ['a browser without a window', `${windows} HeadlessChrome/126.0.0.0 Safari/537.36`],
  ['Office before it opens a link', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
  ['a link scanner', 'Go-http-client/1.1'],
  ['a monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['a command', 'curl/8.4.0'],
  ['a caller without a name', undefined],
])('%s is a program [VE09]', (_, name) => {
  expect(isProgram(name)).toBe(true)
})

test('isbot has each of the patterns that are not used for phones [VE09]', () => {
  expect(appPatterns.filter((pattern) => !list.includes(pattern))).toEqual([])
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await app?.close()
})

const phone = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${android}`
type Visit = { method: 'GET' | 'HEAD'; headers: Record<string, string> }
const automatic: Record<string, Visit> = {
  'a preview in a chat': { method: 'GET', headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' } },
  'a call for the head of the page': { method: 'HEAD', headers: { 'user-agent': phone } },
  'a page that is loaded ahead': {
    method: 'GET',
    headers: { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' },
  },
  'an older word for it': { method: 'GET', headers: { 'user-agent': phone, purpose: 'prefetch' } },
  'the word of Safari': { method: 'GET', headers: { 'user-agent': phone, 'x-purpose': 'preview' } },
  'the word of Firefox': { method: 'GET', headers: { 'user-agent': phone, 'x-moz': 'prefetch' } },
}

test.each(Object.entries(automatic))(
  '%s gets the page, is stored apart, and counts for nothing [VE09]',
  async (_, visit) => {
    const { active } = await product(app)
    const code = active[0]!
    for (const [at, url] of [
      `/V/${code.printed}${code.secret}`,
      `/verify?a=${code.printed}&p=${code.secret}`,
    ].entries()) {
      const answer = await app.app.inject({ ...visit, url, remoteAddress: `203.0.113.${at + 1}` })
      expect(answer.statusCode).toBe(200)
      if (visit.method === 'GET') expect(answer.body).toContain('Pass!')
    }
    const stored = await storedScans(app, code.address)
    expect(stored.map(({ kind, verdict }) => ({ kind, verdict }))).toEqual([
      { kind: 'AUTOMATIC', verdict: 'genuine' },
      { kind: 'AUTOMATIC', verdict: 'genuine' },
    ])
    expect(await verifyAt(app, code, 'Pixel')).toMatchObject({ item: { level: 'first', checks: 1, fired: [] } })
    expect(await memoryOf(app, code.address)).toMatchObject({ checks: 1, logged: 1 })
  },
)

test('many previews of a shared link do not change the page of a person, and open no alert [VE09]', async () => {
  const { active, merchantId } = await product(app)
  const code = active[0]!
  const names = ['WhatsApp/2.24.20.89 A', 'TelegramBot (like TwitterBot)', 'facebookexternalhit/1.1', 'Twitterbot/1.0']
  for (let n = 0; n < 40; n++) {
    await scanCode(app, code, `preview ${n}`, { path: '/verify', browser: `${names[n % names.length]} ${n}` })
  }
  const page = await scanCode(app, code, 'Pixel', '/verify')
  expect(page.body).toContain('Pass!')
  const { rows } = await app.database.query('select count(*)::int as n from verdict_case where merchant_id = $1', [
    merchantId,
  ])
  expect(rows[0].n).toBe(0)
})

test('a redirect that a program follows is not counted [VE09]', async () => {
  const { active } = await product(app, { verify_url: 'https://rimba.example/bag' })
  const code = active[0]!
  const url = `/verify/go?a=${code.printed}&p=${code.secret}`
  await app.app.inject({ url, headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } })
  expect((await storedScans(app, code.address)).map(({ kind }) => kind)).toEqual(['AUTOMATIC'])
})

test('a program that calls the API does so for a person [VE09]', async () => {
  const { active } = await product(app)
  const code = active[0]!
  await app.app.inject({
    url: `/api/tag/verify?a=${code.printed}&p=${code.secret}`,
    headers: { 'user-agent': 'okhttp/4.12.0' },
  })
  expect((await storedScans(app, code.address)).map(({ kind }) => kind)).toEqual(['VERIFY'])
})

test('the wrong secret of an automatic visit counts as a guess [VE09]', async () => {
  const { active } = await product(app)
  const visit = { headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' }, remoteAddress: '198.51.100.9' }
  const url = `/verify?a=${active[0]!.printed}&p=${'Z'.repeat(16)}`
  for (let n = 0; n < 30; n++) expect((await app.app.inject({ url, ...visit })).statusCode).toBe(200)
  expect((await app.app.inject({ url, ...visit })).statusCode).toBe(429)
})
