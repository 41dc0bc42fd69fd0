import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { actionsOf } from '#client/app/shell/menu.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Component as SearchButton } from './search-button.tsx'

const press = (key: string) => fireEvent.keyDown(window, { key, code: 'KeyK', ctrlKey: true })

test('opens the search with Ctrl+K on a Russian keyboard, and closes it with the same keys', async () => {
  const { show } = await setUpDevice({ texts: ['search'] })
  show(() => <SearchButton screens={[]} actions={[]} />)
  await screen.findByRole('button', { name: /^Search/, hidden: true })
  press('л')
  await screen.findByRole('dialog')
  press('л')
  // The closing animation, which jsdom does not play, would end with its removal.
  await waitFor(() => expect(screen.queryByRole('dialog')?.dataset.state ?? 'closed').toBe('closed'))
})

let closeOther: () => void
function ScreenWithDialog() {
  const [isOpen, setOpen] = useState(true)
  closeOther = () => setOpen(false)
  return (
    <>
      <SearchButton screens={[]} actions={[]} />
      {isOpen && <div role="dialog" aria-label="Another" />}
    </>
  )
}

test('does not open the search when another dialog is open', async () => {
  const { show } = await setUpDevice({ texts: ['search'] })
  show(ScreenWithDialog)
  await screen.findByRole('dialog', { name: 'Another' })
  press('k')
  act(closeOther)
  // The search is loaded when it first opens. If the first press had opened it, this one would close it.
  press('k')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

const viewer: Viewer = {
  role: 'field',
  isAdmin: false,
  demo: false,
  emailConfirmed: true,
  hasPassword: true,
  email: '',
  merchant: 'tea',
  features: [],
}

test('lists what a role can start, and finds it by its words', async () => {
  const { show, user } = await setUpDevice({ texts: ['search'] })
  show(() => <SearchButton screens={[]} actions={actionsOf(viewer)} />)
  await screen.findByRole('button', { name: /^Search/, hidden: true })
  press('k')
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent?.replace('Action', ''))
  await screen.findByRole('option', { name: /Activate codes/ })
  // The feature of shipments is off, and a field worker orders no codes.
  expect(names()).toEqual(['Activate codes', 'Pack a case', 'Pack a pallet', 'Look up a code'])
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'pallet pack')
  await waitFor(() => expect(names()).toEqual(['Pack a pallet']))
})

test('offers nothing to start in demo mode', () => {
  expect(actionsOf({ ...viewer, role: 'merchant', demo: true })).toEqual([])
})
