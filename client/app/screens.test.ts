import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { hasAccess } from '#shared/core/api/access.ts'
import { routes } from './routes/routes.tsx'
import { screens } from './screens.ts'
import { menuOf } from './shell/menu.ts'

/** Screens that are opened by a button, an e-mail or another app, and have no menu entry. */
const withoutMenu = ['/onboarding', '/received']

test('declares each path once, with a route', () => {
  const paths = screens.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe(path)
})

test('has a menu entry for each private screen, in a menu of a role that may open it', () => {
  for (const { path, access, menu = {} } of screens) {
    if (access === 'public' || withoutMenu.includes(path)) continue
    expect(Object.keys(menu), path).not.toEqual([])
    if (menu.admin) expect(hasAccess(access, 'admin'), path).toBe(true)
    if (menu.merchant || menu.settings) expect(hasAccess(access, 'merchant'), path).toBe(true)
  }
})

test('declares every side menu group that a screen names', () => {
  const viewer = { demo: false, emailConfirmed: true, hasPassword: true, email: '', merchant: null }
  const all = { ...viewer, features: ['temperature'] }
  const shown = {
    merchant: menuOf({ ...all, role: 'merchant', isAdmin: false }),
    admin: menuOf({ ...all, role: 'admin', isAdmin: true }),
  }
  for (const { path, menu } of screens)
    for (const name of ['merchant', 'admin'] as const) {
      const group = shown[name].find(({ label }) => label === menu?.[name]?.group)
      if (menu?.[name])
        expect(
          group?.items.map(({ to }) => to),
          path,
        ).toContain(path)
    }
})

test('resolves each `load` to a component', async () => {
  for (const { path, load } of screens) if (load) expect((await load()).Component, path).toBeTypeOf('function')
})
