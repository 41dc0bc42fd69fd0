import { useMemo } from 'react'
import { LuScrollText } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { actionText } from '#shared/audit/action-text.ts'
import { type ActivityEntry, auditContract } from '#shared/audit/contract.ts'

/** The actions of the merchant's accounts, and the decisions of administrators. */
export function Component() {
  const t = useText('audit')
  const language = useLanguage()
  const actors = useRead(auditContract.actors, {}).data
  const filters = useMemo(() => ({ member: actors?.map(({ id }) => id) ?? [] }), [actors])
  const paging = usePaging({ filters })
  const { page, limit, member } = paging.query
  const entries = useRead(auditContract.own, { query: { page, limit, ...(member && { member }) } })
  const options = actors?.map(({ id, name, isRemoved }) => ({
    value: id,
    label: isRemoved ? t('removedMember', { name }) : name,
  }))
  return (
    <Page title={t('ownTitle')} description={t('ownDescription')}>
      <DataTable
        label={t('ownTitle')}
        columns={useColumns()}
        rowId={({ seq }) => String(seq)}
        rowName={({ action, at }) => `${actionText(action, language)}, ${formatDateTime(at)}`}
        read={entries}
        paging={paging}
        filters={[{ name: 'member', label: t('member'), options: options ?? [] }]}
        empty={<EmptyState icon={LuScrollText} title={t('ownEmpty')} />}
      />
    </Page>
  )
}

function useColumns(): Column<ActivityEntry>[] {
  const t = useText('audit')
  const language = useLanguage()
  return useMemo(
    () => [
      { id: 'at', header: t('at'), nowrap: true, cell: ({ at }) => formatDateTime(at) },
      { id: 'action', header: t('action'), main: true, cell: ({ action }) => actionText(action, language) },
      {
        id: 'actor',
        header: t('actor'),
        cell: ({ actor }) => actorName(actor, t),
      },
    ],
    [t, language],
  )
}

function actorName(actor: ActivityEntry['actor'], t: Translate<'audit'>): string {
  if (!actor) return t('nobody')
  if (actor.isKey) return t('apiKey', { name: actor.name ?? '' })
  return actor.isAdmin ? t('administrator') : (actor.name ?? t('removed'))
}
