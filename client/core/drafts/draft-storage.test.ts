import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readRawDrafts } from '#client/core/offline/database/raw-read.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { deleteDraft, hasUnsavedInput, loadDraft, restoreDrafts, storeDraft } from './draft-storage.ts'

test('shows typed text again after the browser was killed, but not a draft that was deleted before [OF02]', async () => {
  const { db } = (await setUpDevice({ texts: [] })).engine
  const load = () => loadDraft('test.form', z.object({ lot: z.string() }))
  const stored = async () => (await readRawDrafts(db.name)).map(({ value }) => value)
  storeDraft('test.form', { lot: 'TYPED' })
  await vi.waitFor(async () => expect(await stored()).toEqual(['{"lot":"TYPED"}']))
  const written = { ...localStorage }

  localStorage.clear()
  await restoreDrafts(db.name)
  expect([load(), await hasUnsavedInput(db.name)]).toEqual([{ lot: 'TYPED' }, true])

  deleteDraft('test.form')
  await vi.waitFor(async () => expect(await stored()).toEqual([null]))
  // The browser was killed before it wrote the deletion to `localStorage`.
  Object.assign(localStorage, written)
  expect(load()).toEqual({ lot: 'TYPED' })
  await restoreDrafts(db.name)
  expect([load(), await hasUnsavedInput(db.name)]).toEqual([undefined, false])
})
