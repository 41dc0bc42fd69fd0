import { expect, test } from 'vitest'
import { readUserAgent } from './user-agent.ts'

test.each([
  [
    'Safari | 17.5 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 26.0 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome | 126.0.6478.54 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1',
  ],
  [
    'Firefox | 127.0 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Edge | 125.0.2535.96 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 17.5.1 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/322.0.644133862 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 17.5.1 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [WAiOS/2.24.12.75]',
  ],
  [
    'Safari | 17.5.1 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 335.0.8.26.85 (iPhone14,5; iOS 17_5_1; en_GB; en-GB; scale=3.00; 1170x2532; 610197187)',
  ],
  [
    'Safari | 17.5.1 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.38.108;FBBV/604882018;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBCR/Maxis;FBID/phone;FBLC/en_US;FBOP/5]',
  ],
  [
    'Safari | 17.5 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN',
  ],
  [
    'Safari | 17.5 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0',
  ],
  [
    'Yandex | 24.6.1.447.10 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 YaBrowser/24.6.1.447.10 Mobile/15E148 Safari/604.1',
  ],
  [
    'UCBrowser | 12.8.2.1268 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; U; CPU iPhone OS 16_0 like Mac OS X; zh-CN) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/17D50 UCBrowser/12.8.2.1268 Mobile AliApp(TUnionSDK/0.1.20)',
  ],
  [
    'Opera Touch | 4.9.0 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.9.0',
  ],
  [
    'DuckDuckGo | 7 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15',
  ],
  [
    'Safari | 16.6 | iOS | Apple iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_30.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US isDarkMode/0 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6',
  ],
  [
    'Chrome | 126.0.0.0 | Android | ',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome | 100.0.4896.88 | Android | Google Pixel 3',
    'Mozilla/5.0 (Linux; Android 9; Pixel 3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.4896.88 Mobile Safari/537.36',
  ],
  [
    'Chrome | 103.0.5060.71 | Android | Google Pixel 3',
    'Mozilla/5.0 (Linux; Android 12; Pixel 3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.5060.71 Mobile Safari/537.36',
  ],
  [
    'Chrome | 114.0.5735.131 | Android | Samsung SM-G991B',
    'Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.131 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/420.0.0.32.61;]',
  ],
  [
    'Chrome | 126.0.6478.71 | Android | Samsung SM-G991B',
    'Mozilla/5.0 (Linux; Android 14; SM-G991B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0.0.58.76;]',
  ],
  [
    'Samsung Internet | 21.0 | Android | Samsung SM-S908B',
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S908B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36',
  ],
  [
    'Samsung Internet | 25.0 | Android | ',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Huawei Browser | 14.0.5.303 | HarmonyOS | Huawei ELS-AN00',
    'Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36',
  ],
  [
    'Huawei Browser | 13.0.6.304 | Android | Huawei VOG-L29',
    'Mozilla/5.0 (Linux; Android 12; VOG-L29; HMSCore 6.11.0.302; GMSCore 23.33.16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/13.0.6.304 Mobile Safari/537.36',
  ],
  [
    'MIUI Browser | 17.5.30317 | Android | Xiaomi M2012K11AC',
    'Mozilla/5.0 (Linux; U; Android 12; zh-cn; M2012K11AC Build/SKQ1.211006.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.5.30317',
  ],
  [
    'MIUI Browser | 14.7.0 | Android | Xiaomi M2012K11AC',
    'Mozilla/5.0 (Linux; U; Android 13; en-gb; M2012K11AC Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.7.0-gn',
  ],
  [
    'UCBrowser | 13.4.0.1306 | Android | Realme RMX3231',
    'Mozilla/5.0 (Linux; U; Android 11; en-US; RMX3231 Build/RP1A.201005.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
  ],
  [
    'Opera | 83.0.0.0 | Android | ',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0',
  ],
  [
    'Opera Mini | 36.2.2254 | Android | ',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],
  [
    'Yandex | 24.4.5.111.00 | Android | Samsung SM-A525F',
    'Mozilla/5.0 (Linux; arm_64; Android 12; SM-A525F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.111 YaBrowser/24.4.5.111.00 SA/3 Mobile Safari/537.36',
  ],
  ['Firefox | 127.0 | Android | ', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
  [
    'Edge | 125.0.2535.51 | Android | ',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36 EdgA/125.0.2535.51',
  ],
  [
    'Chrome | 116.0.0.0 | Android | Vivo V2183A',
    'Mozilla/5.0 (Linux; Android 13; V2183A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/2307 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/5G Language/zh_CN ABI/arm64',
  ],
  [
    'Chrome | 126.0.6478.71 | Android | Xiaomi 23028RN4DI',
    'Mozilla/5.0 (Linux; Android 13; 23028RN4DI Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Instagram 335.0.0.39.93 Android (33/13; 320dpi; 720x1460; Xiaomi/Redmi; 23028RN4DI; cloud; mt6765; en_IN; 610410000)',
  ],
  [
    'Vivo Browser | 18.2.1.1 | Android | V2109',
    'Mozilla/5.0 (Linux; Android 13; V2109; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 VivoBrowser/18.2.1.1',
  ],
  [
    'HeyTap | 40.9.5.2 | Android | PGEM10',
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; PGEM10 Build/TP1A.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/40.9.5.2',
  ],
  [
    'Chrome | 126.0.0.0 | Windows | ',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'Edge | 126.0.0.0 | Windows | ',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  ],
  ['Firefox | 127.0 | Windows | ', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  [
    'Safari | 17.5 | macOS | Apple Macintosh',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  [
    'Chrome | 126.0.0.0 | macOS | Apple Macintosh',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'Safari | 18.1 | macOS | Apple Macintosh',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'Safari | 17.5 | iOS | Apple iPad',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox | 127.0 | Linux | ', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  [
    'Chrome | 126.0.0.0 | Chrome OS | ',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'Huawei Browser | 5.0.4.300 | HarmonyOS | ',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  ],
  [
    'Chrome | 126.0.0.0 | Android | V2109',
    'Mozilla/5.0 (Linux; Android 13; V2109) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Vivo V2109; Android 13; SDK 33; AVERAGE)',
  ],
  [
    'Chrome | 126.0.6478.71 | Android | Samsung SM-S918B',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 GSA/15.24.27.28.arm64',
  ],
  [
    'Firefox | 48.0 | KAIOS | Nokia 8110 4G',
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  ],
  [
    'NetFront | 3.3 |  | Sony EricssonK800i',
    'SonyEricssonK800i/R1CB Browser/NetFront/3.3 Profile/MIDP-2.0 Configuration/CLDC-1.1',
  ],
])('reads %s', (expected, text) => {
  const { browser, version, os, model } = readUserAgent(text)
  expect([browser, version, os, model].join(' | ')).toBe(expected)
})

test.each(['', 'okhttp/4.12.0', '<script>', '('.repeat(10_000), '\u0000'])('reads nothing from %j', (text) => {
  expect(readUserAgent(text)).toEqual({ browser: '', version: '', os: '', model: '' })
})
