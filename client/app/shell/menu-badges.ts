import { useRead } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { attentionContract } from '#shared/insights/attention.ts'

/** The refetch interval (ms): a decision of one administrator publishes no event for the other ones. */
const queuePollMs = 60_000

/** The number of waiting items of each menu entry, by its address. */
export function useMenuBadges(viewer: Viewer): Readonly<Record<string, number>> {
  const isAdmin = viewer.isAdmin && !viewer.demo
  const own = useRead(
    attentionContract.read,
    {},
    { enabled: hasAccess(attentionContract.read.access, viewer.role), quiet: true },
  )
  const queues = useRead(attentionContract.queues, {}, { enabled: isAdmin, quiet: true, every: queuePollMs })
  useRefreshOnEvent('notification progress', attentionContract.read)
  useRefreshOnEvent('business trademark sku support host', attentionContract.queues)
  if (isAdmin) {
    const { business = 0, host = 0, trademark = 0, certificate = 0, message = 0, chain = 0 } = queues.data ?? {}
    return {
      '/business': business + host,
      '/brand': trademark,
      '/sku': certificate,
      '/support': message,
      '/chains': chain,
    }
  }
  const { business = 0, trademark = 0, certificate = 0 } = own.data?.approvals.toCorrect ?? {}
  return { '/alerts': own.data?.openAlerts ?? 0, '/brand': trademark, '/sku': certificate, '/settings': business }
}
