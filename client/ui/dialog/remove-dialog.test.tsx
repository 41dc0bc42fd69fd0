import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

const removed: string[] = []

function Screen() {
  const [item, setItem] = useState<string>()
  return (
    <>
      <button type="button" onClick={() => setItem('Green tea')}>
        Open
      </button>
      <RemoveDialog
        item={item}
        title={(name) => `Remove ${name}?`}
        hint="It is gone for good."
        onRemove={(name) => {
          removed.push(name)
          setItem(undefined)
        }}
        onClose={() => setItem(undefined)}
      />
    </>
  )
}

test('removes the named item only after confirmation, and keeps the title while the dialog closes', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(Screen)
  // Animations do not end in this environment, so a closing dialog stays in the document.
  const closes = () => waitFor(() => expect(dialog.dataset.state).toBe('closed'))
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove Green tea?' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await closes()
  expect(dialog.textContent).toContain('Remove Green tea?')
  expect(removed).toEqual([])
  await user.click(screen.getByText('Open'))
  await waitFor(() => expect(dialog.dataset.state).toBe('open'))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await closes()
  expect(removed).toEqual(['Green tea'])
})
