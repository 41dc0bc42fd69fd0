import UAParser from 'ua-parser-js'
import { inAppBrowsers } from '#shared/core/network/in-app-browsers.ts'

/** What a browser says about itself. Unknown parts are empty. */
export type UserAgent = {
  /** The family of the browser. An app that shows pages counts as the browser that the system gives it. */
  browser: string
  version: string
  /** A name of shared/scan/os-names.ts, or one that the list does not have. */
  os: string
  /** Browsers of computers, and newer ones of Android, do not say the model. */
  model: string
}

const mobileSystems = new Map([
  ['iOS', 'Safari'],
  ['Android', 'Chrome'],
  ['HarmonyOS', 'Chrome'],
])
const systemNames = new Map([
  ['Mac OS', 'macOS'],
  ['Chromium OS', 'Chrome OS'],
  ['OpenHarmony', 'HarmonyOS'],
  ['webOS', 'WebOS'],
  ['Windows Mobile', 'Windows Phone'],
])
const distributions = /^(?:.*ubuntu|debian|fedora|mint|.*suse|arch|gentoo|centos|red ?hat|manjaro|deepin|raspbian)$/i
/** In the place of the model, in browsers that do not say it. */
const hiddenModel = 'K'

export function readUserAgent(text: string): UserAgent {
  // Without a text, the parser reads that of its own browser.
  if (text === '') return { browser: '', version: '', os: '', model: '' }
  const parser = new UAParser(text)
  const [browser, system, device] = [parser.getBrowser(), parser.getOS(), parser.getDevice()]
  const name = (browser.name ?? '').replace(/^Mobile /, '')
  const os = systemOf(system.name ?? '')
  const model = device.model === hiddenModel ? '' : [device.vendor, device.model].filter(Boolean).join(' ')
  const systemBrowser = mobileSystems.get(os)
  if (systemBrowser === undefined || (name !== '' && !inAppBrowsers.has(name.toLowerCase()))) {
    return { browser: name, version: browser.version ?? system.version ?? '', os, model }
  }
  // An app gives its own version. That of the system's browser follows its name, or is that of iOS.
  const version = /\bChrome\/([\d.]+)/.exec(text)?.[1]
  return { browser: systemBrowser, version: version ?? system.version ?? '', os, model }
}

const systemOf = (name: string): string => (distributions.test(name) ? 'Linux' : (systemNames.get(name) ?? name))
