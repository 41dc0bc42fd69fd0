import { refresh, useRead } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { attentionContract } from '#shared/insights/attention.ts'

const merchantAgain = () => void refresh(attentionContract.read)
const adminAgain = () => void refresh(attentionContract.queues)
/** Administrators that decide elsewhere publish no event for the queue of another one, ms. */
const queuePollMs = 60_000

/** How much waits behind each entry of the menu, by its address. */
export function useMenuBadges(viewer: Viewer): Readonly<Record<string, number>> {
  const isAdmin = viewer.isAdmin && !viewer.demo
  const own = useRead(attentionContract.read, {}, { enabled: !isAdmin, quiet: true })
  const queues = useRead(attentionContract.queues, {}, { enabled: isAdmin, quiet: true, every: queuePollMs })
  useServerEvents('notification', merchantAgain)
  useServerEvents('progress', merchantAgain)
  useServerEvents('business', adminAgain)
  useServerEvents('trademark', adminAgain)
  useServerEvents('sku', adminAgain)
  useServerEvents('support', adminAgain)
  useServerEvents('host', adminAgain)
  if (isAdmin) {
    const { business = 0, host = 0, trademark = 0, certificate = 0, message = 0, chain = 0 } = queues.data ?? {}
    return {
      ...{ '/business': business + host, '/brand': trademark, '/sku': certificate },
      ...{ '/support': message, '/chains': chain },
    }
  }
  const { business = 0, trademark = 0, certificate = 0 } = own.data?.approvals.toCorrect ?? {}
  return { '/alerts': own.data?.openAlerts ?? 0, '/brand': trademark, '/sku': certificate, '/settings': business }
}
