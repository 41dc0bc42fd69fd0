import { act, screen } from '@testing-library/react'
import { useReducer } from 'react'
import { expect, test, vi } from 'vitest'
import { uploadFile } from '#client/core/files/upload.ts'
import { applyEdit, draftOf } from '#client/customization/draft/draft.ts'
import { EditorProvider, type EditorState } from '#client/customization/editor/editor-context.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Upload } from '#shared/media/contract.ts'
import { EventsFields } from './events-fields.tsx'

vi.mock('#client/core/files/upload.ts', () => ({ uploadFile: vi.fn() }))

const event = { id: 'harvest', title: 'Harvest', description: '', media: null, documents: [] }
const started = applyEdit(applyEdit(draftOf(null), { do: 'addBlock', type: 'events', id: 'block' }), {
  do: 'setBlock',
  id: 'block',
  set: { events: [event] },
})

function Screen() {
  const [draft, change] = useReducer(applyEdit, started)
  const editor = { state: { skuId: 'sku' }, draft, change, issueAt: () => undefined, theme: 'light' }
  const [block] = draft.additions
  if (block?.type !== 'events') throw new Error('The block is missing')
  return (
    <EditorProvider value={editor as unknown as EditorState}>
      <EventsFields
        block={block}
        path="additions.0"
        set={(set) => change({ do: 'setBlock', id: 'block', set } as never)}
      />
    </EditorProvider>
  )
}

test('keeps the text that is typed while a picture of the event is uploaded [CU02]', async () => {
  const { user, show } = await setUpDevice({ texts: ['editor', 'customization'] })
  const upload = Promise.withResolvers<Upload>()
  vi.mocked(uploadFile).mockReturnValueOnce(upload.promise)
  show(Screen)
  const title = () => screen.findByDisplayValue<HTMLInputElement>(/^Harvest/)
  await title()
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  await user.upload(inputs[0]!, new File(['h'], 'field.heic', { type: 'image/heic' }))
  await vi.waitFor(() => expect(uploadFile).toHaveBeenCalled())
  await user.type(await title(), ' of spring')
  const stored = { hash: 'a'.repeat(64), ext: '.jpg', name: 'field.heic', mime: 'image/jpeg', size: 9 }
  await act(async () => upload.resolve(stored as Upload))
  await screen.findByText('field.jpg')
  expect((await title()).value).toBe('Harvest of spring')
})
