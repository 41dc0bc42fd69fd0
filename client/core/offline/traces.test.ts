import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { draftPrefix, forgetTraces } from './traces.ts'

async function made(name: string): Promise<void> {
  const db = new Dexie(name)
  db.version(1).stores({ files: 'id' })
  await db.open()
}

test('OF02 a device that forgets somebody keeps neither drafts nor chosen files of theirs, and all of the others', async () => {
  for (const name of ['assay-a', 'assay-a.chosen', 'assay-ab', 'assay-ab.chosen']) await made(name)
  for (const name of ['assay-a', 'assay-ab']) localStorage.setItem(`${draftPrefix(name)}customization.1`, '{}')
  localStorage.setItem('assay.preferences', '{}')
  await forgetTraces('assay-a')
  expect(Object.keys(localStorage).sort()).toEqual([`${draftPrefix('assay-ab')}customization.1`, 'assay.preferences'])
  // The database itself is deleted by who holds it.
  expect((await Dexie.getDatabaseNames()).sort()).toEqual(['assay-a', 'assay-ab', 'assay-ab.chosen'])
})
