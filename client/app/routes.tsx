import type { ComponentType, ReactNode } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { later, type Part } from '#client/ui/later.ts'
import { DemoRoute } from './demo-route.tsx'
import { For, ForTemperature, Frame, Home } from './frame.tsx'
import { ToError } from './to-error.tsx'

/** A part of the console at an address; `lazy` names the file that is fetched when somebody first goes there. */
type Place = { path?: string; index?: true; children?: Place[] } & (
  | { lazy: () => Promise<Part<object>> }
  | { Component: ComponentType }
  | { element: ReactNode }
)

/** For whom a screen is there. To everybody else its address does not exist. */
const merchants: Place = {
  element: <For access="reader" />,
  children: [
    {
      element: <For access="merchant" />,
      children: [{ path: 'onboarding', lazy: () => import('#client/auth/onboarding-page.tsx') }],
    },
    {
      element: <For access="office" />,
      children: [
        { path: 'media', lazy: () => import('#client/media/page.tsx') },
        { path: 'customization', lazy: () => import('#client/customization/page.tsx') },
      ],
    },
    { path: 'generatecode', lazy: () => import('#client/order/page.tsx') },
    { path: 'activatecode', lazy: () => import('#client/activation/page.tsx') },
    { path: 'alerts', lazy: () => import('#client/verdict/page.tsx') },
    {
      Component: ForTemperature,
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
        { index: true, lazy: () => import('#client/auth/settings-page.tsx') },
        {
          element: <For access="office" />,
          children: [
            { path: 'business', lazy: () => import('#client/business/page.tsx') },
            { path: 'billing-history', lazy: () => import('#client/billing/history-page.tsx') },
          ],
        },
        { path: 'credit', lazy: () => import('#client/billing/credit-page.tsx') },
        { path: 'preferences', lazy: () => import('./preferences-page.tsx') },
        { path: 'demo', Component: DemoRoute },
        { path: 'signout', lazy: () => import('./leaving.tsx') },
      ],
    },
  ],
}

const admins: Place = {
  element: <For access="admin" />,
  children: [
    { path: 'business', lazy: () => import('#client/business/admin-page.tsx') },
    { path: 'user', lazy: () => import('#client/user/page.tsx') },
    { path: 'audit', lazy: () => import('#client/audit/page.tsx') },
    { path: 'plan', lazy: () => import('#client/billing/plans-page.tsx') },
    { path: 'preferences', lazy: () => import('./preferences-page.tsx') },
  ],
}

const places: Place[] = [
  {
    Component: Frame,
    children: [
      { index: true, Component: Home },
      {
        element: <For access="overseer" />,
        children: [
          { path: 'brand', lazy: () => import('./brand-page.tsx') },
          { path: 'sku', lazy: () => import('./sku-page.tsx') },
        ],
      },
      { path: 'support', lazy: () => import('./support-page.tsx') },
      { path: 'signout', lazy: () => import('./leaving.tsx') },
      { path: 'announcements', element: null },
      merchants,
      admins,
    ],
  },
  {
    lazy: () => import('./public-layout.tsx'),
    children: [
      { path: 'email-confirmation', lazy: () => import('#client/auth/confirm-page.tsx') },
      { path: 'recover-password', lazy: () => import('#client/auth/recover-page.tsx') },
      { path: 'reset-password', lazy: () => import('#client/auth/reset-page.tsx') },
      { path: 'administrator', lazy: () => import('#client/auth/administrator-page.tsx') },
      { path: 'terms-of-service', lazy: () => import('./terms-page.tsx') },
      { path: 'privacy', lazy: () => import('./privacy-page.tsx') },
      { path: 'experience', lazy: () => import('./experience-page.tsx') },
    ],
  },
  { path: 'error', lazy: () => import('./not-found.tsx') },
  { path: '*', Component: ToError },
]

function routeOf({ path, index, children, ...place }: Place): RouteObject {
  const fetched = 'lazy' in place ? later(place.lazy) : undefined
  const Screen = fetched ?? ('Component' in place ? place.Component : undefined)
  const shown = {
    ...(path !== undefined && { path }),
    element: Screen ? <Screen /> : 'element' in place && place.element,
    // What `fetchAhead` fetches.
    handle: fetched?.fetch,
  }
  return index ? { ...shown, index } : { ...shown, ...(children && { children: children.map(routeOf) }) }
}

/** Every address of the console. */
export const routes: RouteObject[] = places.map(routeOf)
