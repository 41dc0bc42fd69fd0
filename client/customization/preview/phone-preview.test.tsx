import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draftOf } from '#client/customization/draft/draft.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Sku } from '#shared/sku/contract.ts'
import { PhonePreview } from './phone-preview.tsx'

vi.mock('#client/verify/preview/preview-frame.tsx', () => ({ PreviewFrame: () => null }))
vi.mock('#client/verify/preview/preview-response.ts', () => ({ buildPreviewResponse: () => ({}) }))

test('ignores a size that is reported while the editor is left', async () => {
  const { show } = await setUpDevice({ texts: ['editor'] })
  let report = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        report = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const look = { language: 'enUS', theme: 'light' } as const
  show(() => (
    <PhonePreview
      product={{} as Sku}
      draft={draftOf(null)}
      hosts={{ redirect: [], embed: [] }}
      look={look}
      onLook={() => {}}
      focus={undefined}
    />
  ))
  await screen.findByTestId('phone-preview')
  cleanup()
  expect(report).not.toThrow()
})
