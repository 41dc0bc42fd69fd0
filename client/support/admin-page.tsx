import { Link as ChakraLink, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuMailQuestion } from 'react-icons/lu'
import { useNavigate } from 'react-router'
import { formatDate } from '#client/core/format/date.ts'
import { mailto } from '#client/core/format/mailto.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { type SupportMessage, supportContract } from '#shared/support/contract.ts'

/** Lists messages of merchants, open ones first. */
export function Component() {
  const t = useText('support')
  const paging = usePaging()
  const messages = useRead(supportContract.list, { query: paging.query })
  const columns = useColumns()
  const navigate = useNavigate()
  const setDone = useWrite(supportContract.setDone, {
    refresh: [supportContract.list, attentionContract.queues],
    done: t('markedDone'),
  })
  return (
    <Page title={t('adminTitle')} description={t('adminHint')}>
      <DataTable
        label={t('adminTitle')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ business_name }) => business_name}
        read={messages}
        paging={paging}
        searchable
        name="support"
        detail={({ message }) => (
          <Text whiteSpace="pre-wrap" maxWidth="80ch">
            {message}
          </Text>
        )}
        actions={({ id, doneAt, business_name }) => [
          {
            id: 'done',
            label: doneAt ? t('reopen') : t('markDone'),
            onSelect: () => setDone.mutate({ params: { id }, body: { done: doneAt === null } }),
          },
          // Credit is granted in the list of businesses.
          {
            id: 'business',
            label: t('toBusiness'),
            onSelect: () => void navigate(`/business?search=${encodeURIComponent(business_name)}`),
          },
        ]}
        empty={<EmptyState icon={LuMailQuestion} title={t('noMessages')} hint={t('noMessagesHint')} />}
      />
    </Page>
  )
}

function useColumns(): Column<SupportMessage>[] {
  const t = useText('support')
  return useMemo(
    () => [
      { id: 'business', header: t('business'), main: true, cell: ({ business_name }) => business_name },
      {
        id: 'topic',
        header: t('topic'),
        cell: ({ plan }) => (plan ? t('planTopic', { plan }) : t('supportTopic')),
      },
      {
        id: 'from',
        header: t('from'),
        cell: ({ email }) => (
          <ChakraLink href={mailto(email)} display="inline" textDecoration="underline">
            {email}
          </ChakraLink>
        ),
      },
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'status',
        header: t('status'),
        cell: ({ doneAt }) => <StatusChip tone={doneAt ? 'good' : 'wait'}>{doneAt ? t('done') : t('open')}</StatusChip>,
      },
    ],
    [t],
  )
}
