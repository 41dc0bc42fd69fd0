import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatDate } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { NoteForm } from '#client/review/note-form.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { hostContract, type MerchantHostRequest } from '#shared/customization/host-contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'

const oldest = { query: { limit: 50 } }

/** Hosts that wait for a decision. Renders nothing while no host waits. */
export function HostRequests() {
  const t = useText('businessAdmin')
  const { data } = useRead(hostContract.waiting, oldest, { quiet: true })
  useRefreshOnEvent('host', hostContract.waiting)
  if (!data || data.rows.length === 0) return null
  return (
    <PageSection title={t('hostRequests')} gap="3">
      <Panel as="div" paddingBlock="2">
        <Stack as="ul" gap="0" listStyleType="none">
          {data.rows.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </Stack>
      </Panel>
    </PageSection>
  )
}

/** A requested host with its decisions: approve, or reject with a reason, which the merchant sees where the host is used. */
function Request({ request: { id, use, host, merchant, createdAt } }: { request: MerchantHostRequest }) {
  const t = useText('businessAdmin')
  const [isRejecting, setRejecting] = useState(false)
  const decide = useWrite(hostContract.decide, {
    refresh: [hostContract.waiting, attentionContract.queues],
    done: t('hostDecided'),
  })
  return (
    <Stack as="li" gap="3" paddingBlock="3" _notFirst={{ borderTopWidth: '1px' }} data-host={host}>
      <Flex gap="3" align="center" wrap="wrap">
        <Stack gap="0" flex="1 1 18rem" minWidth="0">
          <Text fontWeight="600" overflowWrap="anywhere">
            {host}
          </Text>
          <Text color="fg.muted" textStyle="sm">
            {[merchant.name, t(use === 'redirect' ? 'hostRedirect' : 'hostEmbed'), formatDate(createdAt)].join(' · ')}
          </Text>
        </Stack>
        {!isRejecting && (
          <Flex gap="2">
            <Button
              size="sm"
              variant="outline"
              aria-label={`${t('hostReject')}: ${host}`}
              disabled={decide.isPending}
              onClick={() => setRejecting(true)}
            >
              {t('hostReject')}
            </Button>
            <Button
              size="sm"
              aria-label={`${t('hostApprove')}: ${host}`}
              loading={decide.isPending}
              onClick={() => decide.mutate({ params: { id }, body: { approved: true } })}
            >
              {t('hostApprove')}
            </Button>
          </Flex>
        )}
      </Flex>
      {isRejecting && (
        <NoteForm
          title={t('hostRejectTitle', { host })}
          confirm={t('hostReject')}
          hint={t('hostReasonHint')}
          onSend={(note) => decide.mutateAsync({ params: { id }, body: { approved: false, note } })}
          onCancel={() => setRejecting(false)}
        />
      )}
    </Stack>
  )
}
