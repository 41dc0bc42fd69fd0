import UAParser from 'ua-parser-js'
import { inAppBrowsers } from '#shared/core/network/in-app-browsers.ts'

type Device = { userAgent: string; maxTouchPoints: number; isStandalone: boolean }

/** Where a page runs, as far as the way to allow a camera depends on it. */
type BrowserPlace = { system: 'Ios' | 'Android' | 'Computer'; isInApp: boolean }

export function browserPlace({ userAgent, maxTouchPoints, isStandalone }: Device): BrowserPlace {
  const parser = new UAParser(userAgent)
  const os = parser.getOS().name
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  const isApple = os === 'iOS' || (os === 'Mac OS' && maxTouchPoints > 1)
  const system = isApple ? 'Ios' : os === 'Android' || os === 'HarmonyOS' ? 'Android' : 'Computer'
  const name = (parser.getBrowser().name ?? '').replace(/^Mobile /, '').toLowerCase()
  const isTelegram = /\bTelegram/i.test(userAgent)
  // An app of the home screen has the user agent of a page inside an app.
  return { system, isInApp: system !== 'Computer' && !isStandalone && (isTelegram || inAppBrowsers.has(name)) }
}
