import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { dropReceived, readReceived } from '#client/core/files/received-file.ts'
import { Component as Launches } from './launches.tsx'

type Launch = Parameters<Parameters<NonNullable<typeof launchQueue>['setConsumer']>[0]>[0]

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Caches of a browser, of which the DOM of the tests has none. */
function stubCaches() {
  const kept = new Map<string, Response>()
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (key: string, value: Response) => void kept.set(key, value) }),
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async () => kept.clear(),
  })
}

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** The screen of the app, and a function that launches it as the system does. */
function renderApp(): (launch: Launch) => void {
  let consume = (_: Launch) => {}
  vi.stubGlobal('launchQueue', { setConsumer: (given: typeof consume) => (consume = given) })
  render(
    <MemoryRouter>
      <Launches />
      <Address />
    </MemoryRouter>,
  )
  return (launch) => consume(launch)
}

test('keeps a file that is opened with the app, and asks what it is for [OF01]', async () => {
  stubCaches()
  const launch = renderApp()
  launch({ files: [{ getFile: async () => new File(['code\nA'], 'Ä list.csv') }] })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/received'))
  const file = (await readReceived())!
  expect([file.name, await file.text()]).toEqual(['Ä list.csv', 'code\nA'])
  await dropReceived()
  expect(await readReceived()).toBeUndefined()
})

test('forgets a file that nobody used for a day [OF01]', async () => {
  stubCaches()
  const launch = renderApp()
  launch({ files: [{ getFile: async () => new File(['code\nA'], 'list.csv') }] })
  await waitFor(async () => expect(await readReceived()).toBeDefined())
  vi.setSystemTime(Date.now() + 25 * 3600 * 1000)
  expect(await readReceived()).toBeUndefined()
  vi.useRealTimers()
})

test('opens a shortcut in the window that is open [OF01]', async () => {
  const launch = renderApp()
  launch({ files: [], targetURL: `${location.origin}/submission?new=1` })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/submission?new=1'))
})
