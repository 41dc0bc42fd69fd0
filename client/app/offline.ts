import { openOffline } from '#client/core/offline/engine.ts'
import { networkTransport } from '#client/core/offline/network.ts'
import { offline } from '#client/core/offline/records.ts'
import { offlineStatus } from '#client/core/offline/status.ts'
import { session } from '#client/core/session.ts'

let following = false

/** Opens the device's data of whoever is signed in, and closes it for everybody else. Nobody captures in demo mode. */
export function followSession(): void {
  if (following) return
  following = true
  let wanted = ''
  const follow = async () => {
    const { status, user, demo, token } = session.getState()
    const owner =
      status === 'in' && !demo && user?.merchantId ? { userId: user.id, merchantId: user.merchantId } : undefined
    const name = owner ? `${owner.merchantId} ${owner.userId}` : ''
    const { engine } = offline.getState()
    if (name === wanted) {
      if (token && offlineStatus.getState().paused === 'signIn') await engine?.resume()
      return
    }
    wanted = name
    offline.setState({ engine: undefined, shut: undefined })
    engine?.close()
    if (!owner) return
    const opened = await openOffline({
      owner,
      transport: networkTransport(owner),
      demo: () => session.getState().demo,
    }).catch(() => undefined)
    // Somebody else came while it opened.
    if (wanted === name) offline.setState(opened ? { engine: opened } : { shut: owner })
    else opened?.close()
  }
  session.subscribe(() => void follow())
  void follow()
  showOnIcon()
}

/** The icon of the installed app shows how much is not sent, where the system can. */
function showOnIcon(): void {
  if (!('setAppBadge' in navigator)) return
  offlineStatus.subscribe(({ waiting, attention }, before) => {
    if (waiting + attention === before.waiting + before.attention) return
    void navigator.setAppBadge(waiting + attention).catch(() => undefined)
  })
}
