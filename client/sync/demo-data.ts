import { Dexie } from 'dexie'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'

/** Field screens read a local database. Demo mode uses one of the demo merchant, which is deleted afterwards. */
export const demoOwner: Owner = {
  userId: '00000000-0000-4000-8000-000000000000',
  merchantId: '00000000-0000-4000-8000-000000000000',
}
/** Held by every tab in demo mode. */
const lockName = 'assay-demo'
let hold: { end(): void; ended: Promise<unknown> | undefined } | undefined

export function holdDemoData(): void {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  hold = { end, ended: navigator.locks?.request(lockName, { mode: 'shared' }, () => held) }
}

/** Deletes the demo data when no tab is in demo mode any more, even after a tab was killed. */
export async function deleteDemoData(): Promise<void> {
  // Requested synchronously, so that a tab that enters demo mode meanwhile holds the lock.
  const left = hold
  hold = undefined
  left?.end()
  await left?.ended
  const drop = () => Dexie.delete(databaseName(demoOwner)).catch(() => undefined)
  if (!navigator.locks) return drop()
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? drop() : undefined))
}
