import { Dexie } from 'dexie'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'

/** Field screens read a local database. Demo mode uses one of the demo merchant, which is deleted afterwards. */
export const demoOwner: Owner = {
  userId: '00000000-0000-4000-8000-000000000000',
  merchantId: '00000000-0000-4000-8000-000000000000',
}
/**
 * Every tab in demo mode holds both locks. Tabs that want to delete the data wait for the end of all of them with `waited`, and
 * never for `used`: a tab that enters demo mode would have to wait behind them.
 */
const locks = { waited: 'assay-demo-tabs', used: 'assay-demo' }
let end: (() => void) | undefined
let channel: BroadcastChannel | undefined

/** Makes this tab delete the data also after demo modes of other tabs that begin later, or again because of a reload. */
export function watchDemoTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('assay-demo')
  channel.onmessage = () => {
    if (!end) void deleteDemoData()
  }
}

/** Resolves when the data cannot be deleted any more until `deleteDemoData`. */
export function holdDemoData(): Promise<void> {
  if (!navigator.locks) return Promise.resolve()
  const released = new Promise<void>((resolve) => {
    end = resolve
  })
  return new Promise((held) => {
    void navigator.locks.request(locks.waited, { mode: 'shared' }, () => released)
    void navigator.locks.request(locks.used, { mode: 'shared' }, () => {
      held()
      return released
    })
    channel?.postMessage('demo')
  })
}

/**
 * Deletes the demo data as soon as no tab is in demo mode. Other tabs can end much later, without a word and without a chance to
 * delete anything: they are closed or killed.
 */
export async function deleteDemoData(): Promise<void> {
  end?.()
  end = undefined
  const drop = () => Dexie.delete(databaseName(demoOwner)).catch(() => undefined)
  if (!navigator.locks) return drop()
  for (let isDeleted = false; !isDeleted; ) {
    await navigator.locks.request(locks.waited, () => undefined)
    isDeleted = await navigator.locks.request(locks.used, { ifAvailable: true }, async (lock) => {
      if (lock) await drop()
      return lock !== null
    })
  }
}
