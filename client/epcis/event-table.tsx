import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuHistory } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { type Column, DataTable, type TableProps } from '#client/ui/table/data-table.tsx'
import { captureContract } from '#shared/epcis/capture-contract.ts'
import { epcisListContract, type ListedEvent } from '#shared/epcis/list-contract.ts'
import { EventFacts } from './event-facts.tsx'
import { useStepWords } from './use-step-words.ts'

type Props = Pick<TableProps<ListedEvent>, 'label' | 'read' | 'paging' | 'searchable' | 'filters'> & {
  empty: { title: string; hint?: string }
}

/** Events, each with what it says. What a partner has reported can be removed. */
export function EventTable({ empty, ...table }: Props) {
  const t = useText('epcis')
  const words = useStepWords()
  const columns = useColumns()
  const denied = useDeniedReason('confirmedMerchant') !== undefined
  const { open: _, setOpen, close, about } = useDialogs<{ kind: 'remove'; about: ListedEvent }>()
  const remove = useWrite(captureContract.remove, { refresh: [epcisListContract.list], done: t('removed') })
  return (
    <>
      <DataTable
        {...table}
        columns={columns}
        rowId={({ eventID }) => eventID}
        rowName={({ step, at }) => `${words(step)}, ${formatDateTime(at)}`}
        detail={(event) => <EventFacts event={event} />}
        actions={(event) =>
          event.reportedBy === null
            ? []
            : [
                {
                  id: 'remove',
                  label: t('remove'),
                  danger: true,
                  disabled: denied,
                  onSelect: () => setOpen({ kind: 'remove', about: event }),
                },
              ]
        }
        empty={<EmptyState icon={LuHistory} {...empty} />}
      />
      <RemoveDialog
        item={about('remove')}
        title={({ reportedBy }) => t('removeTitle', { name: reportedBy ?? '' })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ eventID }) => remove.mutate({ params: { eventID } }, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}

function useColumns(): Column<ListedEvent>[] {
  const t = useText('epcis')
  const words = useStepWords()
  return useMemo(
    () => [
      {
        id: 'step',
        header: t('step'),
        main: true,
        cell: ({ step, isError }) => (
          <>
            {words(step)} {isError && <StatusChip tone="wait">{t('corrected')}</StatusChip>}
          </>
        ),
      },
      { id: 'at', header: t('at'), nowrap: true, cell: ({ at }) => formatDateTime(at) },
      { id: 'type', header: t('type'), cell: ({ type }) => t(type) },
      { id: 'things', header: t('things'), align: 'end', cell: ({ things }) => formatNumber(things) },
      {
        id: 'source',
        header: t('source'),
        cell: ({ reportedBy }) =>
          reportedBy === null ? (
            t('own')
          ) : (
            <Text as="span" fontWeight="medium" overflowWrap="anywhere">
              {t('reportedBy', { name: reportedBy })}
            </Text>
          ),
      },
    ],
    [t, words],
  )
}
