import { expect, test } from 'vitest'
import { browserPlace } from './browser-place.ts'

const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 13; SM-G991B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5'

test.each([
  ['Instagram of an iPhone', `${apple} Mobile/21F90 Instagram 335.0.8.26.85 (iPhone14,5; iOS 17_5_1)`, 'Ios', true],
  ['Facebook of an iPhone', `${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/400.0.0;FBDV/iPhone14,5]`, 'Ios', true],
  ['WeChat of an iPhone', `${apple} Mobile/15E148 MicroMessenger/8.0.40(0x18002831) NetType/WIFI`, 'Ios', true],
  ['Telegram of an iPhone', `${apple} Mobile/15E148`, 'Ios', true],
  [
    'Telegram of Android',
    `${android} Chrome/126.0.6478.71 Mobile Safari/537.36 Telegram-Android/11.2`,
    'Android',
    true,
  ],
  ['Facebook of Android', `${android} Chrome/126.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/400]`, 'Android', true],
  ['Safari', `${apple} Version/17.5 Mobile/15E148 Safari/604.1`, 'Ios', false],
  ['Chrome', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0.0.0 Mobile Safari/537.36', 'Android', false],
  ['Safari of a Mac', `${mac} Safari/605.1.15`, 'Computer', false],
] as const)('tells where a page runs: %s [OF04]', (_, userAgent, system, isInApp) => {
  expect(browserPlace({ userAgent, maxTouchPoints: 0, isStandalone: false })).toEqual({ system, isInApp })
})

test('knows an iPad by its touch screen, and an app of the home screen [OF04]', () => {
  const page = { maxTouchPoints: 5, isStandalone: false }
  expect(browserPlace({ ...page, userAgent: `${mac} Safari/605.1.15` }).system).toBe('Ios')
  const installed = browserPlace({ ...page, userAgent: `${apple} Mobile/15E148`, isStandalone: true })
  expect(installed).toEqual({ system: 'Ios', isInApp: false })
})
