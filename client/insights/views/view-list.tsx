import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { isSameView } from '#client/insights/filter/view-params.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { menuTriggerStyles } from '#client/ui/table/row-menu.tsx'
import { type InsightsView, type SavedView, viewContract } from '#shared/insights/view-contract.ts'
import { NameForm } from './name-form.tsx'
import { useViewSummary } from './use-view-summary.ts'
import { ViewRow } from './view-row.tsx'

type Props = { views: readonly SavedView[]; view: InsightsView; onOpened: () => void }

/** The saved views. Renaming and the question before a deletion take the place of their row. */
export function ViewList({ views, view, onOpened }: Props) {
  const t = useText('insightsView')
  const summaryOf = useViewSummary()
  const { open, setOpen, close } = useDialogs<{ kind: 'rename' | 'remove'; about: string }>()
  return (
    <Stack as="ul" aria-label={t('listed')} listStyleType="none" gap="0" css={menuTriggerStyles}>
      {views.map((saved) =>
        saved.id !== open?.about ? (
          <ViewRow
            key={saved.id}
            saved={saved}
            summary={summaryOf(saved.view)}
            shown={isSameView(saved.view, view)}
            onOpened={onOpened}
            onRename={() => setOpen({ kind: 'rename', about: saved.id })}
            onRemove={() => setOpen({ kind: 'remove', about: saved.id })}
          />
        ) : (
          <Stack as="li" key={saved.id} paddingBlock="3" borderTopWidth="1px">
            {open.kind === 'rename' ? (
              <Rename saved={saved} onDone={close} />
            ) : (
              <RemoveQuestion saved={saved} onDone={close} />
            )}
          </Stack>
        ),
      )}
    </Stack>
  )
}

type ChangeProps = { saved: SavedView; onDone: () => void }

function Rename({ saved: { id, name, view }, onDone }: ChangeProps) {
  const t = useText('insightsView')
  const update = useWrite(viewContract.update, { done: t('renamed'), refresh: [viewContract.list], quiet: true })
  return (
    <NameForm
      label={t('newName', { name })}
      initial={name}
      action={t('keepName')}
      onSave={async (name) => {
        await update.mutateAsync({ params: { id }, body: { name, view } })
        onDone()
      }}
      cancel={
        <Button variant="outline" onClick={onDone}>
          {t('cancel')}
        </Button>
      }
    />
  )
}

function RemoveQuestion({ saved: { id, name }, onDone }: ChangeProps) {
  const t = useText('insightsView')
  const remove = useWrite(viewContract.remove, { done: t('removed'), refresh: [viewContract.list] })
  const question = t('removeTitle', { name })
  return (
    <Stack role="group" aria-label={question} gap="3">
      <Text fontWeight="600" overflowWrap="anywhere">
        {question}
      </Text>
      <Flex gap="2">
        <Button
          colorPalette="red"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id } }, { onSettled: onDone })}
        >
          {t('remove')}
        </Button>
        <Button variant="outline" autoFocus onClick={onDone}>
          {t('cancel')}
        </Button>
      </Flex>
    </Stack>
  )
}
