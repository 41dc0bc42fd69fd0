import { describe, expect, test } from 'vitest'
import { browserOf } from './scan-context.ts'

const kindOf = (userAgent: string) => browserOf(userAgent).tag.slice(0, 4)
const versionOf = (userAgent: string) => Number.parseInt(browserOf(userAgent).tag.slice(4), 16)

const iphone = (system: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`
const safari = (system: string) => iphone(system, `Version/${system.replace('_', '.')} Mobile/15E148 Safari/604.1`)
const android = (device: string, rest: string) =>
  `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`
const chrome = (version: number, device = '10; K') => android(device, `Chrome/${version}.0.0.0 Mobile Safari/537.36`)
const webView = (device: string, version: number, rest = '') =>
  android(`${device}; wv`, `Version/4.0 Chrome/${version}.0.6478.71 Mobile Safari/537.36${rest}`)
const facebook = (app: string, carrier: string, language: string) =>
  `[FBAN/FBIOS;FBAV/${app};FBBV/604882018;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBCR/${carrier};FBLC/${language};FBOP/5]`
const wechat = (app: string, network: string, language: string) =>
  ` XWEB/1160117 MMWEBSDK/20240404 MMWEBID/2307 MicroMessenger/${app} WeChat/arm64 Weixin NetType/${network} Language/${language}`
const windows = (rest: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`
const mac = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`

describe('the kind of a phone [VD04]', () => {
  test.each([
    ['Safari is updated', safari('17_5'), safari('18_6')],
    ['Safari is updated from old versions', safari('9_3'), safari('26_1')],
    [
      'the system of an iPhone with Chrome is updated',
      iphone('17_5', 'CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1'),
      iphone('18_1', 'CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1'),
    ],
    ['an iPhone opens the page in WhatsApp', safari('17_5'), iphone('17_5', 'Mobile/15E148 [WAiOS/2.24.12.75]')],
    ['an iPhone opens the page in an app without a name', safari('17_5'), iphone('17_5', 'Mobile/15E148')],
    [
      'an iPhone opens the page in Instagram',
      safari('17_5'),
      iphone(
        '17_5',
        'Mobile/21F90 Instagram 335.0.8.26.85 (iPhone14,5; iOS 17_5_1; en_GB; en-GB; scale=3.00; 1170x2532; 610197187)',
      ),
    ],
    [
      'Facebook is updated, and carrier and language change',
      iphone('17_5', `Mobile/21F90 ${facebook('468.0.0.38.108', 'Maxis', 'en_US')}`),
      iphone('18_1', `Mobile/22B83 ${facebook('490.1.0.41.110', 'Digi', 'ms_MY')}`),
    ],
    [
      'an iPhone opens the page in WeChat',
      safari('17_5'),
      iphone('17_5', 'Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN'),
    ],
    [
      'WeChat of an Android phone is updated, and network and language change',
      webView('13; V2183A Build/TP1A.220624.014', 116, wechat('8.0.49.2600(0x28003133)', '5G', 'zh_CN')),
      webView('14; V2183A Build/UP1A.231005.007', 126, wechat('8.0.55.2780(0x28003734)', 'WIFI', 'en')),
    ],
    [
      'an Android phone opens the page in Facebook and in Instagram',
      webView('13; SM-G991B Build/TP1A.220624.014', 114, ' [FB_IAB/FB4A;FBAV/420.0.0.32.61;]'),
      webView(
        '14; SM-G991B Build/UP1A.231005.007',
        126,
        ' Instagram 335.0.0.39.93 Android (34/14; 480dpi; 1080x2177; samsung; SM-G991B; o1s; exynos2100; en_GB; 610410000)',
      ),
    ],
    ['Chrome is updated', chrome(100), chrome(131)],
    ['the system of a phone with Chrome is updated', chrome(100, '9; Pixel 3'), chrome(103, '12; Pixel 3')],
    [
      'MIUI has another language',
      android(
        '12; zh-cn; M2012K11AC Build/SKQ1.211006.001',
        'Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.5.30317',
      ),
      android(
        '13; en-gb; M2012K11AC Build/TKQ1.220829.002',
        'Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.7.0-gn',
      ),
    ],
    [
      'Samsung Internet is updated',
      android('10; K', 'SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36'),
      android('10; K', 'SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36'),
    ],
    [
      'Edge is updated',
      windows('Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'),
      windows('Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51'),
    ],
    ['an iPad and a Mac say the same', mac('17.5'), mac('18.1')],
    ['a program without a known browser is updated', 'ShopScanner/1.2', 'ShopScanner/2.0.1'],
  ])('stays the same when %s', (_, before, after) => {
    expect(before).not.toBe(after)
    expect(kindOf(after)).toBe(kindOf(before))
    expect(versionOf(after)).toBeGreaterThanOrEqual(versionOf(before))
  })

  test('differs for other systems, browsers and models', () => {
    const different = [
      safari('17_5'),
      safari('17_5').replace('iPhone;', 'iPad;').replace('CPU iPhone OS', 'CPU OS'),
      mac('17.5'),
      iphone('17_5', 'CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1'),
      iphone('17_5', 'FxiOS/127.0 Mobile/15E148 Safari/605.1.15'),
      iphone('17_5', 'Version/17.0 YaBrowser/24.6.1.447.10 Mobile/15E148 Safari/604.1'),
      chrome(126),
      chrome(126, '12; Pixel 3'),
      chrome(126, '12; Pixel 4'),
      webView('13; SM-G991B Build/TP1A', 126),
      webView('13; SM-G998B Build/TP1A', 126),
      webView('13; 23028RN4DI Build/TP1A', 126),
      android('13; SAMSUNG SM-G991B', 'SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36'),
      android(
        '10; HarmonyOS; ELS-AN00; HMSCore 6.13.0.302',
        'Chrome/114.0.5735.196 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36',
      ),
      android('12; VOG-L29; HMSCore 6.11.0.302', 'Chrome/99.0.4844.88 HuaweiBrowser/13.0.6.304 Mobile Safari/537.36'),
      android(
        '11; en-US; RMX3231 Build/RP1A',
        'Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
      ),
      android('10; K', 'Chrome/124.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0'),
      android('10; K', 'Chrome/125.0.0.0 Mobile Safari/537.36 EdgA/125.0.2535.51'),
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
      'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
      windows('Chrome/126.0.0.0 Safari/537.36'),
      windows('Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'),
      'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'ShopScanner/1.2',
      'LabelReader/1.2',
      'ShopQNX',
      'LabelQNX',
    ]
    expect(new Set(different.map(kindOf)).size).toBe(different.length)
  })
})
