import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { refreshAll } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { refreshSession } from '#client/core/session/refresh/refresh-session.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { deviceDataOpened, followSession } from '#client/sync/device-data.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { Banners } from './banners.tsx'
import { OfflinePill } from './offline-pill.tsx'
import { DrawerMenu, SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

/** Refreshes the session, so that feature changes and a confirmed e-mail take effect. */
const renewSession = () => void refreshSession()

// Starts when this module is loaded, so that the offline data opens in parallel with the other loads of a screen.
followSession()

export { deviceDataOpened as preload }

/** The layout of the console: sidebar beside the screen, top bar above it. */
export function Component({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  const collapsed = preferences((state) => state.collapsed)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useResync()
  useServerEvents('features', renewSession)
  useServerEvents('progress', () => viewer.emailConfirmed || renewSession())
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {t('skipToContent')}
      </a>
      <SideMenu viewer={viewer} collapsed={collapsed} />
      <DrawerMenu viewer={viewer} open={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <div className="frame-beside">
        <TopBar viewer={viewer} onMenu={() => setDrawerOpen(true)} />
        <Banners viewer={viewer} />
        <OfflinePill />
        <main className="frame-screen" id="content" tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}

/** Refetches all data on screen after events were missed. */
function useResync(): void {
  useServerEvents('resync', refreshEverything)
}

function refreshEverything(): void {
  void refreshAll()
  void offline.getState().engine?.sendNow()
}
