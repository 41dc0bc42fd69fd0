import { LuPencilLine, LuPlus, LuThermometer } from 'react-icons/lu'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useKnownSensors } from '#client/readings/known-sensors.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type ListedSensor, sensorContract } from '#shared/sensor/contract.ts'
import { logPath, useSensorColumns } from './columns.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { SensorDialog } from './sensor-dialog.tsx'
import { TagButton } from './tag/tag-button.tsx'
import { TagDialog } from './tag/tag-dialog.tsx'
import { ThresholdAlerts } from './threshold-alerts.tsx'

/** How often the states are fetched, in milliseconds. A sensor is online for five minutes after its last reading. */
const refreshMs = 60_000

type OpenDialog = { kind: 'add' | 'entry' | 'tag' } | { kind: 'edit' | 'remove'; about: ListedSensor }

/** The sensors of the merchant. */
export function SensorList() {
  const t = useText('sensor')
  const navigate = useNavigate()
  const deniedReason = useDeniedReason('confirmedMerchant')
  const entryDenied = useDeniedReason('merchantOrDealer')
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  useOpenLink('new', deniedReason === undefined ? () => setOpen({ kind: 'add' }) : undefined)
  useOpenLink('entry', entryDenied === undefined ? () => setOpen({ kind: 'entry' }) : undefined)
  const paging = usePaging()
  const sensors = useRead(sensorContract.list, { query: paging.query }, { every: refreshMs })
  // Stored on the device while there is a connection: readings are typed without one.
  useKnownSensors()
  const columns = useSensorColumns()
  const remove = useWrite(sensorContract.remove, { done: t('removed'), refresh: [sensorContract.list] })
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <ButtonWithReason
            variant="outline"
            disabledReason={entryDenied}
            align="heading"
            onClick={() => setOpen({ kind: 'entry' })}
          >
            <LuPencilLine aria-hidden />
            {t('entryOpen')}
          </ButtonWithReason>
          <TagButton onClick={() => setOpen({ kind: 'tag' })} />
          {addButton(t('add'), 'heading')}
        </>
      }
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={sensors}
        paging={paging}
        searchable
        actions={(sensor) => [
          { id: 'log', label: t('viewLog'), onSelect: () => void navigate(logPath(sensor)) },
          {
            id: 'edit',
            label: t('edit'),
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'edit', about: sensor }),
          },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'remove', about: sensor }),
          },
        ]}
        empty={
          <EmptyState icon={LuThermometer} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton(t('addFirst'), 'center')}
          </EmptyState>
        }
      />
      <SensorDialog open={open?.kind === 'add' || open?.kind === 'edit'} sensor={about('edit')} onClose={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
      {open?.kind === 'entry' && <EntryDialog onClose={close} />}
      {open?.kind === 'tag' && <TagDialog onClose={close} />}
      {!open && <ThresholdAlerts />}
    </Page>
  )
}
