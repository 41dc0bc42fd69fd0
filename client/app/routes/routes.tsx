import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { screens } from '#client/app/screens.ts'
import { type LazyComponent, lazyScreen } from '#client/ui/layout/lazy-component.ts'
import type { Screen } from '#client/ui/screen/screen.ts'
import type { ScreenGuard } from './can-open.ts'
import { DemoRoute } from './demo-route.tsx'
import { Home, PrivateFrame, RequireAccess } from './private-frame.tsx'
import { RedirectToError } from './redirect-to-error.tsx'

/** The parts of a route that `preloadFirstScreen` loads. */
export type RouteHandle = {
  fetch?: LazyComponent<object>['fetch'] | undefined
  texts?: Screen['texts']
  guard?: ScreenGuard
}

/** The screens without `load`: their components are in the first bundle. */
const eagerScreens: Partial<Record<string, ComponentType>> = { '/': Home, '/settings/demo': DemoRoute }

const PublicLayout = lazyScreen(() => import('./public-layout.tsx'))
const SettingsLayout = lazyScreen(() => import('./settings-layout.tsx'))
const NotFound = lazyScreen(() => import('./not-found.tsx'))

const settingsPath = '/settings'
const isSetting = ({ path }: Screen) => path === settingsPath || path.startsWith(`${settingsPath}/`)
const isPublic = ({ access }: Screen) => access === 'public'

/** The route of a screen, guarded by its access and feature. */
function screenRoute({ path, access, feature, texts, load }: Screen): RouteObject {
  const fetched = load && lazyScreen(load)
  const Component = fetched ?? eagerScreens[path]
  if (!Component) throw new Error(`${path} has neither \`load\` nor a component in routes.tsx`)
  const guard = { access, feature }
  const handle: RouteHandle = { fetch: fetched?.fetch, texts, guard }
  const element = (
    <RequireAccess {...guard}>
      <Component />
    </RequireAccess>
  )
  return { path, element, handle }
}

/** Every path of the console: the screens, and the paths that are not screens. */
export const routes: RouteObject[] = [
  {
    element: <PrivateFrame />,
    children: [
      ...screens.filter((screen) => !isPublic(screen) && !isSetting(screen)).map(screenRoute),
      {
        element: (
          <RequireAccess access="anyMerchantRole">
            <SettingsLayout />
          </RequireAccess>
        ),
        handle: { fetch: SettingsLayout.fetch } satisfies RouteHandle,
        children: screens.filter(isSetting).map(screenRoute),
      },
      { path: '/logistics', element: <Navigate to="/logistic" replace /> },
      { path: '/announcements', element: null },
    ],
  },
  {
    element: <PublicLayout />,
    handle: { fetch: PublicLayout.fetch } satisfies RouteHandle,
    children: screens.filter(isPublic).map(screenRoute),
  },
  { path: '/error', element: <NotFound />, handle: { fetch: NotFound.fetch } satisfies RouteHandle },
  { path: '*', element: <RedirectToError /> },
]
