import { Badge, Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuMegaphone, LuPackageX, LuShieldCheck, LuSlidersHorizontal } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { Patterns } from '#client/pattern/patterns.tsx'
import { TemperatureAlarms } from '#client/readings/alarms.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { type VerdictCase, verdictContract } from '#shared/verdict/contract.ts'
import { CaseFacts, caseTones, useCaseTitle } from './case-facts.tsx'
import { alarmRange, CaseRange, useCaseRange } from './case-range.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { ConsumeDialog } from './consume-dialog.tsx'
import { PendingRecalls } from './recall/pending-recalls.tsx'
import { type PreselectedTarget, RecallDialog } from './recall/recall-dialog.tsx'
import { Recalls } from './recall/recalls.tsx'
import { ScansDialog } from './scans-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { useConsume } from './use-consume.ts'

type OpenDialog =
  | { kind: 'close' | 'scans'; about: VerdictCase }
  | { kind: 'settings'; about?: VerdictCase }
  | { kind: 'consume' }
  | { kind: 'recall'; about?: PreselectedTarget }

/** The cases of a merchant: rules that fired for a code, and shoppers' reports. */
export function Component() {
  const t = useText('verdict')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const refused = deniedReason !== undefined
  const paging = usePaging()
  const { shown, clear } = useCaseRange()
  const cases = useRead(verdictContract.cases, { query: { ...paging.query, ...shown } })
  const acknowledge = useWrite(verdictContract.change, {
    done: t('didAcknowledge'),
    refresh: [verdictContract.cases, attentionContract.read],
  })
  const consume = useConsume()
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  useOpenLink('recall', refused ? undefined : () => setOpen({ kind: 'recall' }))
  useOpenLink('consume', refused ? undefined : () => setOpen({ kind: 'consume' }))
  const columns = useColumns()
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <Button variant="outline" disabled={refused} onClick={() => setOpen({ kind: 'settings' })}>
            <LuSlidersHorizontal aria-hidden />
            {t('thresholdsOpen')}
          </Button>
          <Button variant="outline" disabled={refused} onClick={() => setOpen({ kind: 'consume' })}>
            <LuPackageX aria-hidden />
            {t('consume')}
          </Button>
          <ButtonWithReason disabledReason={deniedReason} align="heading" onClick={() => setOpen({ kind: 'recall' })}>
            <LuMegaphone aria-hidden />
            {t('recall')}
          </ButtonWithReason>
        </>
      }
    >
      <PendingRecalls refused={refused} />
      {shown && <CaseRange shown={shown} onClear={clear} />}
      <DataTable
        label={t('list')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ code }) => code}
        read={cases}
        paging={paging}
        searchable
        detail={(row) => (
          <>
            <CaseFacts row={row} />
            <Button variant="outline" size="sm" marginTop="4" onClick={() => setOpen({ kind: 'scans', about: row })}>
              {t('history')}
            </Button>
          </>
        )}
        actions={(row) => [
          { id: 'scans', label: t('history'), onSelect: () => setOpen({ kind: 'scans', about: row }) },
          {
            id: 'acknowledge',
            label: t('acknowledge'),
            disabled: refused || row.state !== 'open',
            onSelect: () => acknowledge.mutate({ params: { id: row.id }, body: { state: 'acknowledged' } }),
          },
          {
            id: 'close',
            label: t('close'),
            disabled: refused,
            onSelect: () => setOpen({ kind: 'close', about: row }),
          },
          {
            id: 'settings',
            label: t('thresholds'),
            disabled: refused,
            onSelect: () => setOpen({ kind: 'settings', about: row }),
          },
          {
            id: 'consume',
            label: t(row.consumedAt ? 'markUnused' : 'markUsed'),
            disabled: refused,
            onSelect: () => consume.mutate({ body: { code: row.code, consumed: row.consumedAt === null } }),
          },
          {
            id: 'recall',
            label: t('recallOrder'),
            danger: true,
            disabled: refused,
            onSelect: () =>
              setOpen({ kind: 'recall', about: { scope: 'order', target: row.orderId, name: row.order_id } }),
          },
        ]}
        empty={
          <EmptyState icon={LuShieldCheck} title={t('emptyTitle')} hint={t(shown ? 'emptyShownHint' : 'emptyHint')} />
        }
      />
      {!shown && <Patterns deniedReason={deniedReason} />}
      <TemperatureAlarms {...alarmRange(shown)} />
      <Recalls refused={refused} />
      <CloseDialog row={about('close')} onClose={close} />
      <ScansDialog row={about('scans')} onClose={close} />
      <SettingsDialog open={open?.kind === 'settings'} sku={about('settings')?.sku} onClose={close} />
      <ConsumeDialog open={open?.kind === 'consume'} onClose={close} />
      <RecallDialog open={open?.kind === 'recall'} named={about('recall')} onClose={close} />
    </Page>
  )
}

function useColumns(): Column<VerdictCase>[] {
  const t = useText('verdict')
  const what = useCaseTitle()
  return useMemo(
    () => [
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'what',
        header: t('what'),
        main: true,
        cell: (row) => (
          <>
            <Text maxWidth="48ch" fontWeight="normal">
              {what(row)}
            </Text>
            {row.reference && <Badge marginTop="1">{row.reference}</Badge>}
          </>
        ),
      },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku.name },
      {
        id: 'state',
        header: t('state'),
        cell: ({ state, reason, consumedAt }) => (
          <>
            <StatusChip tone={caseTones[state]}>{t(state)}</StatusChip>
            {reason && (
              <Text textStyle="xs" color="fg.muted">
                {t(reason)}
              </Text>
            )}
            {consumedAt && <Badge marginTop="1">{t('usedUp')}</Badge>}
          </>
        ),
      },
    ],
    [t, what],
  )
}
