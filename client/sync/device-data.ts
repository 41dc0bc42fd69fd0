import { restoreDrafts } from '#client/core/drafts/draft-storage.ts'
import { showError, showErrorOnFailure } from '#client/core/http/errors.ts'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { openOfflineEngine } from '#client/core/offline/engine.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { requestRemoval } from '#client/core/offline/removal/pending-removals.ts'
import { removePendingData } from '#client/core/offline/removal/remove-data.ts'
import { demoTransport, networkTransport } from '#client/core/offline/sync/network-transport.ts'
import type { PauseReason } from '#client/core/offline/sync/sync-loop.ts'
import { isStillCurrentUser } from '#client/core/session/session-effects.ts'
import { hasUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { rememberedOwner } from '#client/core/session/session-storage.ts'
import { recordName } from '#client/sync/record-name.ts'
import { deleteDemoData, demoOwner, holdDemoData, watchDemoTabs } from './demo-data.ts'

let isFollowing = false
let opening = Promise.resolve()

/** Resolves when the data of the current user is open, cannot be opened, or the user has none. */
export const deviceDataOpened = () => opening

/** The owner of the displayed data: the demo merchant, or the signed-in user. */
function currentOwner(): Owner | undefined {
  const state = session.getState()
  if (state.demo) return demoOwner
  const user = hasUser(state) ? state.user : undefined
  return user?.merchantId ? { userId: user.id, merchantId: user.merchantId } : undefined
}

/** Whether a change of the session ends a pause of the sync. */
function endsPause(paused: PauseReason): boolean {
  const { token, claims } = session.getState()
  if (paused === 'confirm') return claims?.emailConfirmed === true
  return paused === 'signIn' && token !== undefined
}

/** Opens the local data of the signed-in user, and closes it otherwise. Demo mode saves nothing. */
export function followSession(): void {
  if (isFollowing) return
  isFollowing = true
  watchDemoTabs()
  let wanted: string | undefined
  let shown: Owner | undefined
  const follow = async () => {
    const owner = currentOwner()
    const name = owner ? databaseName(owner) : ''
    const { engine } = offline.getState()
    if (name === wanted) {
      // Not awaited: it is a whole sync run, and the data is open already.
      if (engine && endsPause(offlineStatus.getState().paused)) showErrorOnFailure(engine.resume())
      return
    }
    wanted = name
    const before = shown
    shown = owner
    offline.setState({ engine: undefined, failedOwner: undefined })
    engine?.close()
    // A sync in this tab may have stored records after the tab of the sign-out had removed them.
    if (before && before !== demoOwner && rememberedOwner()?.userId !== before.userId) requestRemoval(before)
    showErrorOnFailure(removePendingData())
    if (owner === demoOwner) await holdDemoData()
    else void deleteDemoData()
    if (!owner || wanted !== name) return
    const restored = restoreDrafts(name).catch(() => undefined)
    const opened = await openOfflineEngine({
      owner,
      transport: owner === demoOwner ? demoTransport : networkTransport(owner),
      demo: () => session.getState().demo,
      isConfirmed: () => session.getState().claims?.emailConfirmed !== false,
      nameOf: recordName,
      onLost() {
        // Opened again, it reports lost work and reads everything from the server.
        if (wanted === name) wanted = undefined
        begin()
      },
      isHere: () => owner === demoOwner || (isStillCurrentUser() && session.getState().user?.id === owner.userId),
    }).catch(() => undefined)
    await restored
    if (wanted === name) return offline.setState(opened ? { engine: opened } : { failedOwner: owner })
    // Another user signed in, or demo mode ended, while it opened.
    opened?.close()
    if (owner === demoOwner) void deleteDemoData()
  }
  const begin = () => {
    // Session changes during the opening must not cancel it.
    const before = opening
    opening = follow()
      .catch(showError)
      .then(() => before)
  }
  session.subscribe(begin)
  begin()
  showUnsentOnIcon()
}

/** Shows the number of unsent operations on the icon of the installed app, where supported. */
function showUnsentOnIcon(): void {
  if (!('setAppBadge' in navigator)) return
  offlineStatus.subscribe(({ waiting, attention }, before) => {
    if (waiting + attention === before.waiting + before.attention) return
    void navigator.setAppBadge(waiting + attention).catch(() => undefined)
  })
}
