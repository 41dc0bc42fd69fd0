import { Dexie } from 'dexie'
import { databaseName, type Owner } from '#client/core/offline/database.ts'

/** The field screens read a database of this device: in demo mode one of the demo merchant's, for as long as it lasts. */
export const demoOwner: Owner = {
  userId: '00000000-0000-4000-8000-000000000000',
  merchantId: '00000000-0000-4000-8000-000000000000',
}
/** Held by every tab that looks at the demo. */
const lockName = 'assay-demo'
let release: (() => void) | undefined

export function holdDemoData(): void {
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(lockName, { mode: 'shared' }, () => held)
}

/** Nothing of the demo stays on the device once no tab looks at it, not even after a tab that was killed. */
export async function dropDemoData(): Promise<void> {
  release?.()
  release = undefined
  const drop = () => Dexie.delete(databaseName(demoOwner)).catch(() => undefined)
  if (!navigator.locks) return drop()
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? drop() : undefined))
}
