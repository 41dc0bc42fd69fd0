import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { uploadFile } from '#client/core/files/upload.ts'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { StoredFile } from '#shared/core/fields/fields.ts'
import type { Upload } from '#shared/media/contract.ts'
import { UploadsField } from './upload-field.tsx'

vi.mock('#client/core/files/upload.ts', () => ({ uploadFile: vi.fn() }))

const stored = (name: string): StoredFile => ({
  hash: name.charAt(0).repeat(64),
  ext: '.pdf',
  name,
  mime: 'application/pdf',
  size: 9,
})

function Screen() {
  const form = useForm(z.object({ documents: z.array(StoredFile) }), { documents: [stored('a.pdf'), stored('b.pdf')] })
  return (
    <Form form={form} onSubmit={async () => undefined}>
      <UploadsField control={form.control} name="documents" label="Documents" purpose="certificate" max={5} />
    </Form>
  )
}

test('keeps a document removed when another one is uploaded meanwhile [ME02]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  const upload = Promise.withResolvers<Upload>()
  vi.mocked(uploadFile).mockReturnValueOnce(upload.promise)
  show(Screen)
  await screen.findByText('a.pdf')
  const file = new File(['c'], 'c.pdf', { type: 'application/pdf' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await screen.findByText('Uploading…')
  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }))
  await act(async () => upload.resolve(stored('c.pdf') as Upload))
  await screen.findByText('c.pdf')
  screen.getByText('b.pdf')
  expect(screen.queryByText('a.pdf')).toBeNull()
})
