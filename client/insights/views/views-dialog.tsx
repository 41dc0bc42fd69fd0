import { Button, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuBookmark } from 'react-icons/lu'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { isSameView } from '#client/insights/filter/view-params.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { menuTriggerStyles } from '#client/ui/table/row-menu.tsx'
import { type InsightsView, type SavedView, viewContract } from '#shared/insights/view-contract.ts'
import { NameForm } from './name-form.tsx'
import { useViewSummary } from './use-view-summary.ts'
import { ViewRow } from './view-row.tsx'

type Props = {
  open: boolean
  /** What the screen shows now. */
  view: InsightsView
  onClose: () => void
  /** A saved view was opened: its address is shown already. */
  onOpened: () => void
}

/** Saves what the screen shows under a name, and lists the saved views with their names and contents. */
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
      {/* A new form after each saved view. */}
      <NameForm key={views.data?.length} label={t('name')} hint={t('nameHint')} action={t('save')} onSave={save} />
      {!views.data ? (
        <LoadState read={views} height="24" />
      ) : (
        <List views={views.data} view={view} onOpened={onOpened} />
      )}
    </Stack>
  )
}

function List({ views, view, onOpened }: { views: readonly SavedView[] } & Pick<Props, 'view' | 'onOpened'>) {
  const t = useText('insightsView')
  const summaryOf = useViewSummary()
  const [renamed, setRenamed] = useState<string>()
  const [removed, setRemoved] = useState<SavedView>()
  const after = { refresh: [viewContract.list] }
  const update = useWrite(viewContract.update, { ...after, done: t('renamed'), quiet: true })
  const remove = useWrite(viewContract.remove, { ...after, done: t('removed') })
  if (views.length === 0) return <EmptyState icon={LuBookmark} title={t('none')} hint={t('noneHint')} />
  return (
    <>
      <Stack as="ul" aria-label={t('listed')} listStyleType="none" gap="0" css={menuTriggerStyles}>
        {views.map((saved) =>
          saved.id === renamed ? (
            <Stack as="li" key={saved.id} paddingBlock="3" borderTopWidth="1px">
              <NameForm
                label={t('newName', { name: saved.name })}
                initial={saved.name}
                action={t('keepName')}
                onSave={async (name) => {
                  await update.mutateAsync({ params: { id: saved.id }, body: { name, view: saved.view } })
                  setRenamed(undefined)
                }}
                cancel={
                  <Button variant="outline" onClick={() => setRenamed(undefined)}>
                    {t('cancel')}
                  </Button>
                }
              />
            </Stack>
          ) : (
            <ViewRow
              key={saved.id}
              saved={saved}
              summary={summaryOf(saved.view)}
              shown={isSameView(saved.view, view)}
              onOpened={onOpened}
              onRename={() => setRenamed(saved.id)}
              onRemove={() => setRemoved(saved)}
            />
          ),
        )}
      </Stack>
      <ConfirmDialog
        open={removed !== undefined}
        title={t('removeTitle', { name: removed?.name ?? '' })}
        confirm={t('remove')}
        cancel={t('cancel')}
        danger
        busy={remove.isPending}
        onCancel={() => setRemoved(undefined)}
        onConfirm={() =>
          removed && remove.mutate({ params: { id: removed.id } }, { onSettled: () => setRemoved(undefined) })
        }
      >
        <Text>{t('removeHint')}</Text>
      </ConfirmDialog>
    </>
  )
}
