import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { standardView } from '#client/insights/filter/view-params.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { SavedView } from '#shared/insights/view-contract.ts'
import { Component } from './views-dialog.tsx'

const skuId = '0193a000-0000-7000-8000-0000000000a1'
let stored: SavedView[]
/** Resolves when the server lists the views. */
let listed: Promise<void>
let sent: { method: string; path: string; body: unknown }[]

/** A server that stores views, and rejects a name that is taken. */
beforeEach(() => {
  queryClient.clear()
  stored = []
  listed = Promise.resolve()
  sent = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname } = new URL(input, 'http://test')
    const { method = 'GET' } = init
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    if (pathname === '/api/sku') return Response.json({ rows: [{ id: skuId, name: 'Green', sku: 'G-1' }], total: 1 })
    if (!pathname.startsWith('/api/insights/view')) return Response.json({ rows: [], total: 0 })
    if (method === 'GET') {
      await listed
      return Response.json(stored)
    }
    sent.push({ method, path: pathname, body })
    const id = pathname.split('/')[4]
    if (stored.some((one) => one.name === body.name && one.id !== id)) {
      const problem = { error: 'insightsView.nameTaken', message: 'Taken already', reference: 'r', details: {} }
      return Response.json(problem, { status: 409 })
    }
    const saved = { id: id ?? crypto.randomUUID(), ...body }
    stored = [...stored.filter((one) => one.id !== id), saved]
    return Response.json(saved)
  })
})

async function open(view = standardView) {
  const { show, user } = await setUpDevice({ texts: ['insightsOverview', 'insightsView'] })
  const onOpened = vi.fn()
  const router = show(() => <Component open view={view} onClose={() => {}} onOpened={onOpened} />, '/insights')
  return { user, router, onOpened, dialog: within(await screen.findByRole('dialog', { name: 'Saved views' })) }
}

test('saves the current view under a name, and reports a taken name beside the field [IN01]', async () => {
  const { user, dialog } = await open({ ...standardView, range: '1m', sku: skuId })
  await dialog.findByText('No saved views yet')
  await user.type(dialog.getByLabelText(/^View name/), 'Green')
  await user.click(dialog.getByRole('button', { name: 'Save view' }))
  await dialog.findByRole('link', { name: 'Green' })
  await dialog.findByText('This Month · Green - G-1')
  dialog.getByText('Shown now')
  await user.type(dialog.getByLabelText(/^View name/), 'Green')
  await user.click(dialog.getByRole('button', { name: 'Save view' }))
  expect(await dialog.findByText('Taken already')).toBeTruthy()
  expect(stored).toHaveLength(1)
})

test('keeps the typed name and its focus when the saved views arrive [IN01]', async () => {
  stored = [{ id: skuId, name: 'Java', view: standardView }]
  let list = () => {}
  listed = new Promise((done) => (list = done))
  const { user, dialog } = await open()
  const name = dialog.getByLabelText(/^View name/) as HTMLInputElement
  await user.type(name, 'Green')
  list()
  await dialog.findByRole('link', { name: 'Java' })
  expect(dialog.getByLabelText(/^View name/)).toBe(name)
  expect(name.value).toBe('Green')
  expect(document.activeElement).toBe(name)
})

test('leads to the address of a saved view [IN01]', async () => {
  stored = [{ id: skuId, name: 'Java', view: { ...standardView, range: '1y', location: 'Jakarta, Indonesia' } }]
  const { user, router, onOpened, dialog } = await open()
  await dialog.findByText('This Year · Jakarta, Indonesia')
  await user.click(dialog.getByRole('link', { name: 'Java' }))
  expect(router.state.location.search).toBe('?range=1y&location=Jakarta%2C+Indonesia')
  expect(onOpened).toHaveBeenCalledOnce()
})

test('renames a saved view [IN01]', async () => {
  stored = [{ id: skuId, name: 'Java', view: standardView }]
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: /Java/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const field = await dialog.findByLabelText(/^New name of Java/)
  await user.clear(field)
  await user.type(field, 'Indonesia')
  await user.click(dialog.getByRole('button', { name: 'Save name' }))
  await dialog.findByRole('link', { name: 'Indonesia' })
  expect(sent.at(-1)).toEqual({
    method: 'PUT',
    path: `/api/insights/view/${skuId}`,
    body: { name: 'Indonesia', view: standardView },
  })
})
