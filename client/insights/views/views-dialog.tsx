import { Stack } from '@chakra-ui/react'
import { LuBookmark } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { type InsightsView, viewContract } from '#shared/insights/view-contract.ts'
import { NameForm } from './name-form.tsx'
import { ViewList } from './view-list.tsx'

type Props = {
  open: boolean
  /** The current view of the screen. */
  view: InsightsView
  onClose: () => void
  /** Called when a saved view was opened. Its address is already the current one. */
  onOpened: () => void
}

/** Saves the current view under a name, and lists the saved views with their names and contents. */
export function Component({ open, view, onClose, onOpened }: Props) {
  const t = useText('insightsView')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="lg">
      {open && <Views view={view} onOpened={onOpened} />}
    </Dialog>
  )
}

function Views({ view, onOpened }: Pick<Props, 'view' | 'onOpened'>) {
  const t = useText('insightsView')
  const views = useRead(viewContract.list, {}, { quiet: true })
  const create = useWrite(viewContract.create, { done: t('saved'), refresh: [viewContract.list], quiet: true })
  const submission = useIdempotencyKey()
  const save = async (name: string) => {
    const body = { name, view }
    await create.mutateAsync({ body, idempotencyKey: submission.keyFor(body) })
    submission.reset()
  }
  return (
    <Stack gap="6">
      <NameForm label={t('name')} hint={t('nameHint')} action={t('save')} onSave={save} />
      {!views.data ? (
        <LoadState read={views} height="24" />
      ) : views.data.length === 0 ? (
        <EmptyState icon={LuBookmark} title={t('none')} hint={t('noneHint')} />
      ) : (
        <ViewList views={views.data} view={view} onOpened={onOpened} />
      )}
    </Stack>
  )
}
