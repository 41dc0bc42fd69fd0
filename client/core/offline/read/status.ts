import { liveQuery, type Subscription } from 'dexie'
import { create } from 'zustand'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { UnsentSummary } from '#client/core/offline/outbox/loss-detection.ts'
import type { PauseReason } from '#client/core/offline/sync/sync-loop.ts'

type OfflineStatus = {
  /** Whether the outbox of this device was counted since it was opened. */
  counted: boolean
  /** `waiting`: operations to be sent. `attention`: rejected operations and conflicts, on which the user decides. */
  waiting: number
  attention: number
  /** Values of this user that were not kept, part of `attention`. */
  conflicts: number
  /** Nothing is sent until the cause of the pause is resolved. */
  paused: PauseReason
  /** The browser has not granted persistent storage, or the disk is full. */
  atRisk: boolean
  /** The disk was full at the last save, which was not stored. */
  full: boolean
  /** The server responds, but has accepted nothing for minutes. */
  stuck: boolean
  /** Another tab runs a newer version, so this one can no longer save. */
  outdated: boolean
  /** Unsent records of a database that no longer exists, until the user has read them. */
  lost: UnsentSummary | undefined
}

const initialStatus: OfflineStatus = {
  counted: false,
  waiting: 0,
  attention: 0,
  conflicts: 0,
  paused: undefined,
  atRisk: false,
  full: false,
  stuck: false,
  outdated: false,
  lost: undefined,
}

/** The status that the badge of the console shows. All tabs compute the same counts. */
export const offlineStatus = create<OfflineStatus>()(() => initialStatus)

export type SyncBadgeKind = 'sent' | 'waiting' | 'attention' | 'signIn' | 'confirm' | 'update' | 'atRisk' | 'lost'

/**
 * The single state to show: blocking states first, then states that need the user. Severity "danger" counts while data
 * can be lost. Undefined until the outbox was counted.
 */
export function badgeOf(status: OfflineStatus): SyncBadgeKind | undefined {
  const { counted, waiting, attention, paused, atRisk, outdated, lost } = status
  if (lost) return 'lost'
  if (!counted) return undefined
  if (outdated || (paused === 'update' && waiting > 0)) return 'update'
  if (paused === 'signIn' && waiting > 0) return 'signIn'
  if (paused === 'confirm' && waiting > 0) return 'confirm'
  if (attention > 0) return 'attention'
  if (atRisk && waiting > 0) return 'atRisk'
  return waiting > 0 ? 'waiting' : 'sent'
}

/** Counts again when any tab changes the outbox. */
export function watchCounts(db: OfflineDatabase): Subscription {
  const counts = liveQuery(async () => {
    // Counting `ready` and `held` directly would step through thousands of rows after every save.
    const [all, stuck] = [await db.outbox.count(), await db.outbox.where('state').equals('attention').count()]
    const conflicts = await db.conflicts.count()
    return { counted: true, waiting: all - stuck, attention: stuck + conflicts, conflicts }
  })
  return counts.subscribe({ next: (found) => offlineStatus.setState(found), error: () => undefined })
}

export function resetStatus(): void {
  offlineStatus.setState(initialStatus)
}
