/** What TypeScript's own types lack. */
type Page = EventTarget & { prerendering?: boolean }
type Navigation = PerformanceEntry & { deliveryType?: string }

/**
 * A browser may load the page before somebody opens it, and such a visit is not counted: see
 * server/verify/scans/automatic-visit.ts. So the page is loaded again, as a visit, when it is opened.
 */
export function countOpening(
  page: Page,
  { entries, reload }: { entries: readonly Navigation[]; reload: () => void },
): void {
  if (page.prerendering) page.addEventListener('prerenderingchange', reload, { once: true })
  else if (entries[0]?.deliveryType === 'navigational-prefetch') reload()
}
