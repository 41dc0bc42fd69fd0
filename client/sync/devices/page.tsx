import { Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuSmartphone } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { syncContract } from '#shared/sync/contract.ts'
import type { Device } from '#shared/sync/device.ts'

/** The devices of the people of the merchant, with their unsent work. */
export function Component() {
  const t = useText('devices')
  const [leaving, setLeaving] = useState<Device>()
  const deniedReason = useDeniedReason(syncContract.signOutDevice.access)
  const signOut = useWrite(syncContract.signOutDevice, { refresh: [syncContract.devices], done: t('signedOutDone') })
  const close = () => setLeaving(undefined)
  return (
    <Page title={t('title')} description={t('description')}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ userName }) => userName}
        read={useRead(syncContract.devices, {})}
        actions={(device) =>
          device.isSignedIn && !device.current && deniedReason === undefined
            ? [{ id: 'signOut', label: t('signOut'), danger: true, onSelect: () => setLeaving(device) }]
            : []
        }
        empty={<EmptyState icon={LuSmartphone} title={t('empty')} />}
      />
      <RemoveDialog
        item={leaving}
        title={({ userName }) => t('signOutTitle', { name: userName })}
        hint={t('signOutHint')}
        confirm={t('signOut')}
        busy={signOut.isPending}
        onRemove={({ id }) => signOut.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(): Column<Device>[] {
  const t = useText('devices')
  return useMemo(
    () => [
      { id: 'person', header: t('person'), main: true, cell: ({ userName }) => userName },
      { id: 'device', header: t('device'), cell: (device) => <DeviceName device={device} /> },
      { id: 'lastSeen', header: t('lastSeen'), cell: ({ lastSeen }) => formatDateTime(lastSeen) },
      { id: 'unsent', header: t('unsent'), cell: (device) => <Unsent device={device} /> },
      {
        id: 'storage',
        header: t('storage'),
        extra: true,
        cell: ({ usedBytes, quotaBytes }) =>
          usedBytes === null || quotaBytes === null
            ? t('notReported')
            : t('usedOf', { used: formatBytes(usedBytes), quota: formatBytes(quotaBytes) }),
      },
      {
        id: 'state',
        header: t('state'),
        cell: ({ current, isSignedIn }) =>
          current || isSignedIn ? (
            <StatusChip tone="good">{t(current ? 'current' : 'signedIn')}</StatusChip>
          ) : (
            <StatusChip tone="plain">{t('signedOut')}</StatusChip>
          ),
      },
    ],
    [t],
  )
}

function DeviceName({ device: { browser, os, appVersion } }: { device: Device }) {
  const t = useText('devices')
  return (
    <>
      {browser && os ? t('deviceOn', { browser, os }) : browser || os || t('unknown')}
      {appVersion && <Detail>{t('version', { version: appVersion })}</Detail>}
    </>
  )
}

function Unsent({ device: { waiting, oldestAt, missing } }: { device: Device }) {
  const t = useText('devices')
  if (waiting === 0 && missing === 0) return t('none')
  return (
    <>
      {waiting > 0 && t('waiting', { count: waiting })}
      {waiting > 0 && oldestAt && <Detail>{t('since', { at: formatDateTime(oldestAt) })}</Detail>}
      {missing > 0 && <Text color="fg.error">{t('missing', { count: missing })}</Text>}
    </>
  )
}

function Detail({ children }: { children: string }) {
  return (
    <Text textStyle="xs" color="fg.muted" fontWeight="normal">
      {children}
    </Text>
  )
}
