import { liveQuery, type Subscription } from 'dexie'
import { create } from 'zustand'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { UnsentSummary } from '#client/core/offline/outbox/loss-detection.ts'
import type { PauseReason } from '#client/core/offline/sync/sync-loop.ts'

export type OfflineStatus = {
  /** Whether the outbox of this device was counted since it was opened. */
  counted: boolean
  /** Operations that wait to be sent, and things that wait for a decision of their user. */
  waiting: number
  attention: number
  /** Nothing is sent until this is done. */
  paused: PauseReason
  /** The browser has not promised to keep the data, or the disk is full. */
  atRisk: boolean
  /** There was no room for what its user saved last: it was not saved. */
  full: boolean
  /** The server answers, and yet nothing has arrived for minutes. */
  stuck: boolean
  /** Another tab runs a newer version: this one can no longer save. */
  outdated: boolean
  /** What waited in a database that is gone, until its user has read it. */
  lost: UnsentSummary | undefined
}

const initialStatus: OfflineStatus = {
  counted: false,
  waiting: 0,
  attention: 0,
  paused: undefined,
  atRisk: false,
  full: false,
  stuck: false,
  outdated: false,
  lost: undefined,
}

/** What the badge of the console shows, in every tab alike. */
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

/** Counts again whenever a tab changes the outbox. */
export function watchCounts(db: OfflineDatabase): Subscription {
  const counts = liveQuery(async () => {
    // Counting what has one of two states would step through thousands of rows with every one that is saved.
    const [all, stuck] = [await db.outbox.count(), await db.outbox.where('state').equals('attention').count()]
    return { counted: true, waiting: all - stuck, attention: stuck + (await db.choices.count()) }
  })
  return counts.subscribe({ next: (found) => offlineStatus.setState(found), error: () => undefined })
}

export function resetStatus(): void {
  offlineStatus.setState(initialStatus)
}
