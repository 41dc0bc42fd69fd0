import type { DeviceDescription } from '#client/core/offline/sync/push.ts'

/** Set by the build; tests have none. */
declare const __VERSION__: string | undefined

/** The version of the app and the storage of this site, as far as the browser tells. */
export async function describeDevice(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<DeviceDescription> {
  const estimate = await storage?.estimate?.().catch(() => undefined)
  const app = typeof __VERSION__ === 'string' ? __VERSION__ : ''
  return { app, usedBytes: estimate?.usage ?? null, quotaBytes: estimate?.quota ?? null }
}
