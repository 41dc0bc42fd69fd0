import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { formatAddress } from '#shared/verify/code/code.ts'
import { Component } from './page.tsx'

const code = formatAddress('10000001-aa00-4000-8000-000000000001')

test('CO06 keeps the result of an activation open when its codes are checked again', async () => {
  const { user, show } = await setUpDevice({ texts: ['activation', 'codes', 'scan'], answer: () => 'away' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  show(Component, '/activatecode')
  await user.click(await screen.findByRole('tab', { name: 'Scan' }))
  await user.click(await screen.findByLabelText('Code'))
  await user.paste(code)
  await user.keyboard('{Enter}')
  await user.click(await screen.findByTestId('activate'))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: /^Activate/ }))
  const result = await screen.findByRole('dialog', { name: /^1 code queued/ })
  // The check of an accepted code that had no connection is repeated. It finds the code in the stored list.
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(document.body.textContent).toContain('Being activated'))
  expect(result.isConnected).toBe(true)
  await user.click(within(result).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByTestId('activate')).toBeNull())
})
