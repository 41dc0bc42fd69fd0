import { Box, Flex } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useText } from '#client/core/i18n.ts'
import { preferences } from '#client/core/preferences.ts'
import { session } from '#client/core/session.ts'
import { useViewer } from '#client/core/viewer.ts'
import { Banners } from './banners.tsx'
import { Loading } from './loading.tsx'
import { ToError } from './not-found.tsx'
import { DrawerMenu, SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

const Landing = lazy(() => import('#client/auth/landing-page.tsx').then(({ Component }) => ({ default: Component })))
const Dashboard = lazy(() =>
  import('#client/insights/dashboard-page.tsx').then(({ Component }) => ({ default: Component })),
)
const AccountSettings = lazy(() =>
  import('#client/auth/settings-page.tsx').then(({ Component }) => ({ default: Component })),
)

/** Sidebar beside the screen, top bar over it. Signed out there is the landing, and no private address. */
export function Shell() {
  const t = useText('app')
  const viewer = useViewer()
  const collapsed = preferences((state) => state.collapsed)
  const [drawer, setDrawer] = useState(false)
  if (!viewer) return <SignedOut />
  return (
    <Flex minHeight="100dvh">
      <Box
        asChild
        position="absolute"
        insetStart="2"
        top="-20"
        zIndex="skipNav"
        padding="3"
        bg="bg.panel"
        borderWidth="1px"
        _focus={{ top: '2' }}
      >
        <a href="#content">{t('skipToContent')}</a>
      </Box>
      <SideMenu viewer={viewer} collapsed={collapsed} />
      <DrawerMenu viewer={viewer} open={drawer} onClose={() => setDrawer(false)} />
      <Flex direction="column" flex="1" minWidth="0">
        <TopBar viewer={viewer} onMenu={() => setDrawer(true)} />
        <Banners viewer={viewer} />
        <Box as="main" id="content" tabIndex={-1} flex="1" padding={{ base: '4', md: '8' }} outline="none">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Box>
      </Flex>
      <ScrollRestoration />
    </Flex>
  )
}

/** The landing at `/`. A private address leads there only where a session has just ended. */
function SignedOut() {
  const { pathname, search } = useLocation()
  const left = session((state) => state.left)
  const from = pathname + search
  if (pathname === '/') {
    return (
      <Suspense fallback={<Loading />}>
        <Landing />
      </Suspense>
    )
  }
  return <Navigate to={left ? '/' : '/error'} replace state={{ from }} />
}

export function Home() {
  const viewer = useViewer()
  return viewer?.isAdmin ? <AccountSettings /> : <Dashboard />
}

export function ForMerchants() {
  return useViewer()?.isAdmin ? <ToError /> : <Outlet />
}

export function ForAdmins() {
  return useViewer()?.isAdmin ? <Outlet /> : <ToError />
}
