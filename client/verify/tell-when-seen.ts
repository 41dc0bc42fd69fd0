/** What TypeScript's own types lack. */
type Page = EventTarget & { readonly visibilityState: DocumentVisibilityState; prerendering?: boolean }

/** A page that was visible for so long (ms) was seen. */
const seenAfter = 1000
const interactions = ['pointerdown', 'keydown', 'touchstart'] as const

/**
 * Calls `tell` once, when the page was visible for a second or a person did something with it. A page that is loaded ahead
 * does not: when it is opened, it is loaded again (count-opening.ts).
 */
export function tellWhenSeen(page: Page, tell: () => void): void {
  if (page.prerendering) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const watching = new AbortController()
  const isSeen = () => {
    clearTimeout(timer)
    watching.abort()
    tell()
  }
  const wait = () => {
    clearTimeout(timer)
    if (page.visibilityState === 'visible') timer = setTimeout(isSeen, seenAfter)
  }
  for (const name of interactions) page.addEventListener(name, isSeen, { signal: watching.signal, passive: true })
  page.addEventListener('visibilitychange', wait, { signal: watching.signal })
  wait()
}

type Code = { code: string; secret: string }

/** The visit of this page then counts as a whole one: see server/verify/lookup/lookup.ts. If it fails, it counts half. */
export function sendSeen({ code, secret }: Code): void {
  const url = '/api/tag/seen'
  const body = new Blob([JSON.stringify({ a: code, p: secret })], { type: 'application/json' })
  if (navigator.sendBeacon?.(url, body)) return
  fetch(url, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}
