import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasUnsavedInput } from '#client/core/drafts/draft-storage.ts'
import { countRawOutbox } from '#client/core/offline/database/raw-read.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { signOut } from '#client/core/session/session-effects.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { deviceDataOpened } from './device-data.ts'

const SignOutWithUnsaved = lazyComponent(() => import('#client/sync/export/sign-out-with-unsaved.tsx'))
const SignOutWithUnsent = lazyComponent(() => import('#client/sync/export/sign-out-with-unsent.tsx'))

/** `/signout`: ends the session and goes to the landing page. Asks first when there is unsent work or unsaved input on this device. */
export function Component() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<Unsent>()
  const [isUnsaved, setUnsaved] = useState(false)
  const leave = () => void signOut().then(() => navigate('/', { replace: true }))
  const stay = () => void navigate(-1)
  const ask = async () => {
    // When opened by its URL, this screen is rendered before the offline data is open.
    await deviceDataOpened()
    const { engine } = offline.getState()
    const found = engine ? await countUnsentOf(engine) : { engine, count: 0 }
    if (found.count > 0) setUnsent(found)
    else if (engine && (await hasUnsavedInput(engine.db.name))) setUnsaved(true)
    else leave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the user opens the page.
  useEffect(() => {
    void ask()
  }, [])
  if (!unsent && !isUnsaved) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      {unsent ? (
        <SignOutWithUnsent {...unsent} onLeave={leave} onStay={stay} />
      ) : (
        <SignOutWithUnsaved onLeave={leave} onStay={stay} />
      )}
    </Suspense>
  )
}

/** Without an engine, the data is closed, and this page can only count it. */
type Unsent = { engine: OfflineEngine | undefined; count: number }

/** A newer version in another tab closes the data. It stays on the device, with the unsent work in it. */
async function countUnsentOf(engine: OfflineEngine): Promise<Unsent> {
  try {
    return { engine, count: await engine.db.outbox.count() }
  } catch {
    return { engine: undefined, count: await countRawOutbox(engine.db.name).catch(() => 0) }
  }
}
