import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { offline } from '#client/core/offline/records.ts'
import { signOut } from '#client/core/session.ts'
import { later } from '#client/ui/later.ts'
import { Loading } from './loading.tsx'

const Leave = later(() => import('#client/sync/leave.tsx'))

/** `/signout`: ends the session and goes to the landing; asks first where this device alone has something. */
export function Component() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<number>()
  const { engine } = offline.getState()
  const leave = () => void signOut().then(() => navigate('/', { replace: true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when somebody wants to leave.
  useEffect(() => {
    void (engine?.db.outbox.count() ?? Promise.resolve(0)).then((count) => (count > 0 ? setUnsent(count) : leave()))
  }, [])
  if (!engine || !unsent) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <Leave engine={engine} count={unsent} onLeave={leave} onStay={() => void navigate(-1)} />
    </Suspense>
  )
}
