import { Button } from '@chakra-ui/react'
import { useRef } from 'react'
import { attempt } from '#client/core/errors.ts'
import { saveBlob } from '#client/core/files.ts'
import { useText } from '#client/core/i18n.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { ForeignParcel } from '#client/core/offline/transfer.ts'
import { notify } from '#client/ui/toast.tsx'

/** Unsent work as a file, and back from one. */
export function Copies({ engine, hasUnsent }: { engine: Offline; hasUnsent: boolean }) {
  const t = useText('sync')
  return (
    <>
      <Button variant="outline" disabled={!hasUnsent} onClick={() => attempt(saveUnsent(engine))}>
        {t('export')}
      </Button>
      <TakeIn engine={engine} />
    </>
  )
}

/** Unsent work back from a file. */
export function TakeIn({ engine }: { engine: Offline }) {
  const t = useText('sync')
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    try {
      const count = await engine.importUnsent(file)
      notify({ tone: 'success', title: t('imported', { count }) })
    } catch (error) {
      if (!(error instanceof ForeignParcel)) throw error
      notify({ tone: 'error', title: t('foreignFile') })
    }
  }
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()}>
        {t('import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) attempt(take(file))
          target.value = ''
        }}
      />
    </>
  )
}

export async function saveUnsent(engine: Offline): Promise<void> {
  saveBlob(await engine.exportUnsent(), parcelName())
}

export const parcelName = () => `assay-unsent-${new Date().toISOString().slice(0, 10)}.json`
