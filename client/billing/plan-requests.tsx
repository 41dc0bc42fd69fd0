import { Flex, Stack, Text } from '@chakra-ui/react'
import { formatDate } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { supportContract } from '#shared/support/contract.ts'

/** The maximum that is shown: a merchant asks for a plan a few times a year. */
const newest = { query: { limit: 50 } }

/** The plans that the merchant has asked for, and whether support has answered. Renders nothing before the first request. */
export function PlanRequests() {
  const t = useText('billing')
  const { data } = useRead(supportContract.list, newest, { quiet: true })
  const requests = data?.rows.filter(({ kind }) => kind === 'plan') ?? []
  if (requests.length === 0) return null
  return (
    <PageSection title={t('requests')} gap="3">
      <Stack gap="2">
        {requests.map(({ id, plan, createdAt, doneAt }) => (
          <Flex key={id} gap="3" align="center" wrap="wrap">
            <StatusChip tone={doneAt ? 'good' : 'wait'}>{t(doneAt ? 'requestDone' : 'requestOpen')}</StatusChip>
            <Text fontWeight="600">{plan}</Text>
            <Text color="fg.muted">{formatDate(createdAt)}</Text>
          </Flex>
        ))}
      </Stack>
    </PageSection>
  )
}
