/**
 * Names that ua-parser-js gives to apps in which people open pages, and to the browser of the system inside an app
 * without a name.
 */
export const inAppBrowsers: ReadonlySet<string> = new Set([
  ...['alipay', 'daum', 'facebook', 'gsa', 'instagram', 'kakaostory', 'kakaotalk', 'klarna', 'line', 'linkedin'],
  ...['naver', 'snapchat', 'tiktok', 'twitter', 'wechat', 'weibo'],
  ...['android browser', 'chrome webview', 'webkit'],
])
