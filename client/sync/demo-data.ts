import { Dexie } from 'dexie'
import { databaseName, type Owner } from '#client/core/offline/database/database.ts'

/** The field screens read a database of this device: in demo mode one of the demo merchant's, for as long as it lasts. */
export const demoOwner: Owner = {
  userId: '00000000-0000-4000-8000-000000000000',
  merchantId: '00000000-0000-4000-8000-000000000000',
}
/** Held by every tab that looks at the demo. */
const lockName = 'assay-demo'
let hold: { end(): void; ended: Promise<unknown> | undefined } | undefined

export function holdDemoData(): void {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  hold = { end, ended: navigator.locks?.request(lockName, { mode: 'shared' }, () => held) }
}

/** Nothing of the demo stays on the device once no tab looks at it, not even after a tab that was killed. */
export async function deleteDemoData(): Promise<void> {
  // Taken before anything is awaited, so that a tab that enters the demo meanwhile holds the lock.
  const left = hold
  hold = undefined
  left?.end()
  await left?.ended
  const drop = () => Dexie.delete(databaseName(demoOwner)).catch(() => undefined)
  if (!navigator.locks) return drop()
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? drop() : undefined))
}
