import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { signOut } from '#client/core/session/sign-out.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { deviceDataOpened } from './device-data.ts'

const SignOutWithUnsent = lazyComponent(() => import('#client/sync/export/sign-out-with-unsent.tsx'))

/** `/signout`: ends the session and goes to the landing page. Asks first when there is unsent work on this device. */
export function Component() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<{ engine: OfflineEngine; count: number }>()
  const leave = () => void signOut().then(() => navigate('/', { replace: true }))
  const ask = async () => {
    // When opened by its URL, this screen is rendered before the offline data is open.
    await deviceDataOpened()
    const { engine } = offline.getState()
    // Data that cannot be read, for example because a newer version has opened it in another tab, stays on the device.
    const count = (await engine?.db.outbox.count().catch(() => 0)) ?? 0
    if (engine && count > 0) setUnsent({ engine, count })
    else leave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the user opens the page.
  useEffect(() => {
    void ask()
  }, [])
  if (!unsent) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <SignOutWithUnsent {...unsent} onLeave={leave} onStay={() => void navigate(-1)} />
    </Suspense>
  )
}
