import { Button, chakra, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuDownload, LuScrollText } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatDateTime } from '#client/core/format/date.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { actionText } from '#shared/audit/action-text.ts'
import { type AuditEntry, auditContract, auditCsvRoute } from '#shared/audit/contract.ts'
import { ChainPanel } from './chain-panel.tsx'
import { useFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'

/** Lists the actions of accounts, with actor and time. */
export function Component() {
  const t = useText('audit')
  const language = useLanguage()
  const paging = usePaging()
  const { filter, set } = useFilter()
  const { page, limit } = paging.query
  const entries = useRead(auditContract.list, { query: { page, limit, ...filter } })
  const columns = useColumns()
  const save = useTask(() => download(urlOf(auditCsvRoute, { query: filter }), 'audit.csv'))
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Button variant="outline" loading={save.isPending} onClick={() => save.mutate()}>
          <LuDownload aria-hidden />
          {t('export')}
        </Button>
      }
    >
      <ChainPanel />
      <FilterForm filter={filter} onFilter={set} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ stream, seq }) => `${stream}/${seq}`}
        rowName={({ action, at }) => `${actionText(action, language)}, ${formatDateTime(at)}`}
        read={entries}
        paging={paging}
        detail={(entry) => <EntryDetails entry={entry} />}
        empty={
          <EmptyState icon={LuScrollText} title={t('emptyTitle')} hint={t('emptyHint')}>
            <Button variant="outline" onClick={() => set({})}>
              {t('clear')}
            </Button>
          </EmptyState>
        }
      />
    </Page>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const t = useText('audit')
  return useMemo(
    () => [
      { id: 'at', header: t('at'), nowrap: true, cell: ({ at }) => formatDateTime(at) },
      { id: 'action', header: t('action'), main: true, cell: ({ action }) => <Action>{action}</Action> },
      { id: 'actor', header: t('actor'), cell: ({ actor }) => actorName(actor, t) },
      { id: 'merchant', header: t('merchant'), cell: ({ merchant }) => merchant?.name ?? t('system') },
      {
        id: 'reference',
        header: t('reference'),
        cell: ({ reference }) => (
          <Text textStyle="xs" fontFamily="mono" overflowWrap="anywhere">
            {reference}
          </Text>
        ),
      },
    ],
    [t],
  )
}

/** A readable name. The stored name, by which the list is filtered, is in the title and in the details. */
function Action({ children }: { children: string }) {
  const language = useLanguage()
  return <span title={children}>{actionText(children, language)}</span>
}

function actorName(actor: AuditEntry['actor'], t: Translate<'audit'>): string {
  if (!actor) return t('nobody')
  if (actor.isKey) return t('apiKey', { name: actor.name ?? '' })
  return actor.name ?? t('removed')
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const t = useText('audit')
  const { actor, subject, data, stream, seq, hash, prevHash } = entry
  return (
    <DescriptionList
      facts={[
        [t('actor'), actor ? `${actorName(actor, t)} · ${actor.email ?? actor.id}` : t('nobody')],
        [t('action'), <chakra.code key="action">{entry.action}</chakra.code>],
        [t('subject'), <chakra.code key="subject">{subject}</chakra.code>],
        [
          t('data'),
          Object.keys(data).length > 0 && (
            <chakra.code key="data" whiteSpace="pre-wrap" display="block" padding="2">
              {JSON.stringify(data, null, 2)}
            </chakra.code>
          ),
        ],
        [t('place'), t('placeOf', { seq, stream })],
        [t('hash'), <Hash key="hash">{hash}</Hash>],
        [t('prevHash'), <Hash key="prevHash">{prevHash || '—'}</Hash>],
      ]}
    />
  )
}

function Hash({ children }: { children: string }) {
  return (
    <Text as="span" textStyle="xs" fontFamily="mono">
      {children}
    </Text>
  )
}
