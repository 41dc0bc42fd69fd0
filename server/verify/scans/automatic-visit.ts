import type { FastifyRequest } from 'fastify'
import { createIsbotFromList, isbot, list } from 'isbot'
import { LRUCache } from 'lru-cache'

/**
 * Whether no person looks at the response: a link preview of a messenger, a link scanner, a monitor, or a browser that loads
 * the page before somebody opens it. Programs that call the API do so for a person.
 */
export function isAutomaticVisit({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (method === 'HEAD' || aheadHeaders.some((name) => ahead.test(String(headers[name] ?? '')))) return true
  return !url.startsWith('/api/') && isProgram(headers['user-agent'])
}

/** With these headers, browsers say that nobody has opened the page yet. */
const aheadHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
const ahead = /prefetch|prerender|preview|instant/i

/** The names of browsers are shorter; longer ones are not read to their end. */
const maxNameLength = 1000
const known = new LRUCache<string, boolean>({ max: 2000 })

/** Whether the name that a caller gives itself is that of a program, and not that of a browser. */
export function isProgram(userAgent = ''): boolean {
  let found = known.get(userAgent)
  if (found === undefined) {
    found = isProgramName(userAgent.slice(0, maxNameLength))
    known.set(userAgent, found)
  }
  return found
}

/** Every browser gives its engine, or the Java profile of old phones. Programs rarely do, and previews of WhatsApp never. */
const browser = /(?:Mozilla|Opera)\/\d|AppleWebKit|MIDP|Symbian|UCWEB|UCBrowser/i
const phone = /\b(?:Android|iPhone|iPad|iPod|Windows Phone|MIDP|KAIOS|HarmonyOS|Tizen)\b/
/**
 * Programs behind the name of a browser that isbot does not know: crawlers of Facebook, Office before it opens a browser, and a
 * scanner of mails.
 */
const otherPrograms = /externalhit|\bms-office\b|BarracudaSentinel/i

function isProgramName(name: string): boolean {
  if (!browser.test(name) || otherPrograms.test(name)) return true
  return phone.test(name) ? isOnPhone(withoutDevice(name)) : isbot(name)
}

/**
 * Patterns of isbot that also match what apps in which people open a page say about themselves: readers of codes and news,
 * Google's app, Alipay, Taobao, the browser of Sogou, and so on.
 */
export const appPatterns: readonly string[] = [
  '(?:^|[^g])news(?!sapphire)',
  '(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))',
  '(?<!cam)scan',
  'catch',
  'download',
  'feed',
  'sogou',
  'tools',
  'proxy',
  '@[a-z][\\w-]+\\.',
  ';\\s\\w+;$',
  '\\(\\)',
  '\\|',
  '\\b\\w+/1\\.0;',
  '\\.com\\b',
]
const isOnPhone = createIsbotFromList(list.filter((pattern) => !appPatterns.includes(pattern)))

/** The parts in parentheses, with one level of parentheses inside. */
const comments = /\(((?:[^()]|\([^()]*\))*)\)/g
/** Data that apps give about themselves, such as the device, the carrier and the language. */
const appData = /\[[^\]]*\]/g
const describesDevice = (comment: string): boolean => phone.test(comment) || /\d+dpi|\bSDK\b/.test(comment)
const namesProgram = (part: string): boolean =>
  /:\/\/|@|compatible|(?:bot|crawler|spider|preview)[\w.-]*\//i.test(part) && !/\bBuild\b/.test(part)

/** The name without the names of devices, which can be anything, such as `CUBOT`, `cloud` or `Discovery II`. */
const withoutDevice = (name: string): string =>
  name
    .replace(appData, '')
    .replace(comments, (comment, inner: string) =>
      describesDevice(inner) ? `(phone; ${inner.split(/; ?/).filter(namesProgram).join('; ')})` : comment,
    )
