import type { ComponentType, ReactNode } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { type ComponentModule, lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { DemoRoute } from './demo-route.tsx'
import { Home, PrivateFrame, RequireAccess, RequireTemperature } from './private-frame.tsx'
import { RedirectToError } from './redirect-to-error.tsx'

/** A part of the console at an address; `lazy` names the file that is fetched when somebody first goes there. */
type RouteEntry = { path?: string; index?: true; children?: RouteEntry[] } & (
  | { lazy: () => Promise<ComponentModule<object>> }
  | { Component: ComponentType }
  | { element: ReactNode }
)

/** For whom a screen is there. To everybody else its address does not exist. */
const merchantRoutes: RouteEntry = {
  element: <RequireAccess access="reader" />,
  children: [
    {
      element: <RequireAccess access="merchant" />,
      children: [{ path: 'onboarding', lazy: () => import('#client/auth/onboarding-page.tsx') }],
    },
    {
      element: <RequireAccess access="office" />,
      children: [
        { path: 'media', lazy: () => import('#client/media/page.tsx') },
        { path: 'customization', lazy: () => import('#client/customization/page.tsx') },
      ],
    },
    { path: 'generatecode', lazy: () => import('#client/order/page.tsx') },
    { path: 'activatecode', lazy: () => import('#client/activation/page.tsx') },
    { path: 'alerts', lazy: () => import('#client/verdict/page.tsx') },
    {
      Component: RequireTemperature,
      children: [
        { path: 'form', lazy: () => import('#client/form/page.tsx') },
        { path: 'submission', lazy: () => import('#client/submission/page.tsx') },
        { path: 'logistic', lazy: () => import('#client/logistic/page.tsx') },
        { path: 'logistics', element: <Navigate to="/logistic" replace /> },
      ],
    },
    {
      path: 'settings',
      lazy: () => import('./settings-layout.tsx'),
      children: [
        { index: true, lazy: () => import('#client/auth/account/settings-page.tsx') },
        {
          element: <RequireAccess access="office" />,
          children: [
            { path: 'business', lazy: () => import('#client/business/page.tsx') },
            { path: 'billing-history', lazy: () => import('#client/billing/history-page.tsx') },
          ],
        },
        { path: 'credit', lazy: () => import('#client/billing/credit-page.tsx') },
        { path: 'preferences', lazy: () => import('./preferences-page.tsx') },
        { path: 'demo', Component: DemoRoute },
        { path: 'signout', lazy: () => import('#client/sync/sign-out-page.tsx') },
      ],
    },
  ],
}

const adminRoutes: RouteEntry = {
  element: <RequireAccess access="admin" />,
  children: [
    { path: 'business', lazy: () => import('#client/business/admin-page.tsx') },
    { path: 'user', lazy: () => import('#client/user/page.tsx') },
    { path: 'audit', lazy: () => import('#client/audit/page.tsx') },
    { path: 'plan', lazy: () => import('#client/billing/plans-page.tsx') },
    { path: 'preferences', lazy: () => import('./preferences-page.tsx') },
  ],
}

const routeEntries: RouteEntry[] = [
  {
    Component: PrivateFrame,
    children: [
      { index: true, Component: Home },
      {
        element: <RequireAccess access="overseer" />,
        children: [
          { path: 'brand', lazy: () => import('#client/trademark/brand-page.tsx') },
          { path: 'sku', lazy: () => import('#client/sku/sku-page.tsx') },
        ],
      },
      { path: 'support', lazy: () => import('#client/support/support-page.tsx') },
      { path: 'signout', lazy: () => import('#client/sync/sign-out-page.tsx') },
      { path: 'announcements', element: null },
      merchantRoutes,
      adminRoutes,
    ],
  },
  {
    lazy: () => import('./public-layout.tsx'),
    children: [
      { path: 'email-confirmation', lazy: () => import('#client/auth/confirm-email-page.tsx') },
      { path: 'recover-password', lazy: () => import('#client/auth/recover-password-page.tsx') },
      { path: 'reset-password', lazy: () => import('#client/auth/reset-password-page.tsx') },
      { path: 'administrator', lazy: () => import('#client/auth/administrator-page.tsx') },
      { path: 'terms-of-service', lazy: () => import('#client/legal/terms-page.tsx') },
      { path: 'privacy', lazy: () => import('#client/legal/privacy-page.tsx') },
      { path: 'experience', lazy: () => import('#client/legal/experience-page.tsx') },
    ],
  },
  { path: 'error', lazy: () => import('./not-found.tsx') },
  { path: '*', Component: RedirectToError },
]

function toRouteObject({ path, index, children, ...place }: RouteEntry): RouteObject {
  const fetched = 'lazy' in place ? lazyComponent(place.lazy) : undefined
  const Screen = fetched ?? ('Component' in place ? place.Component : undefined)
  const shown = {
    ...(path !== undefined && { path }),
    element: Screen ? <Screen /> : 'element' in place && place.element,
    // What `preloadFirstScreen` fetches.
    handle: fetched?.fetch,
  }
  return index ? { ...shown, index } : { ...shown, ...(children && { children: children.map(toRouteObject) }) }
}

/** Every address of the console. */
export const routes: RouteObject[] = routeEntries.map(toRouteObject)
