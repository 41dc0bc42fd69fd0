import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDialogs } from './use-dialogs.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; about: string }

const show = () => renderHook(() => useDialogs<OpenDialog>()).result

test('closes the dialog that is open', () => {
  const dialogs = show()
  act(() => dialogs.current.setOpen({ kind: 'edit', about: 'Tea' }))
  act(() => dialogs.current.close())
  expect(dialogs.current.open).toBeUndefined()
})

test('leaves open what was opened after the dialog of a late action', () => {
  const dialogs = show()
  const early = dialogs.current
  act(() => dialogs.current.setOpen({ kind: 'edit', about: 'Tea' }))
  const { close, replace } = dialogs.current
  act(close)
  const again: OpenDialog = { kind: 'edit', about: 'Tea' }
  act(() => dialogs.current.setOpen(again))
  act(close)
  act(() => replace({ kind: 'add' }))
  act(() => early.replace({ kind: 'add' }))
  expect(dialogs.current.open).toBe(again)
})

test('opens the next dialog in the place of the current one', () => {
  const dialogs = show()
  act(() => dialogs.current.replace({ kind: 'remove', about: 'Tea' }))
  act(() => dialogs.current.replace({ kind: 'add' }))
  expect(dialogs.current.open).toEqual({ kind: 'add' })
})

test('tells what the open dialog is about for its kind only', () => {
  const dialogs = show()
  act(() => dialogs.current.setOpen({ kind: 'remove', about: 'Tea' }))
  expect([dialogs.current.about('remove'), dialogs.current.about('edit')]).toEqual(['Tea', undefined])
})
