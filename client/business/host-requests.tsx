import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { refresh, useRead, useWrite } from '#client/core/http/query-client.ts'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { hostContract } from '#shared/customization/host-contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'

const oldest = { query: { limit: 50 } }
const again = () => void refresh(hostContract.waiting)

/** Hosts that wait for a decision. Nothing is shown while none waits. */
export function HostRequests() {
  const t = useText('businessAdmin')
  const { data } = useRead(hostContract.waiting, oldest, { quiet: true })
  const decide = useWrite(hostContract.decide, {
    refresh: [hostContract.waiting, attentionContract.queues],
    done: t('hostDecided'),
  })
  useServerEvents('host', again)
  if (!data || data.rows.length === 0) return null
  return (
    <PageSection title={t('hostRequests')} gap="3">
      <Panel as="div">
        <Stack gap="3">
          {data.rows.map(({ id, use, host, merchant }) => (
            <Flex key={id} gap="3" align="center" wrap="wrap">
              <Text flex="1 1 18rem">
                <strong>{host}</strong> · {merchant.name} · {t(use === 'redirect' ? 'hostRedirect' : 'hostEmbed')}
              </Text>
              {([true, false] as const).map((approved) => (
                <Button
                  key={String(approved)}
                  size="sm"
                  variant={approved ? 'solid' : 'outline'}
                  disabled={decide.isPending}
                  aria-label={`${t(approved ? 'hostApprove' : 'hostReject')}: ${host}`}
                  onClick={() => decide.mutate({ params: { id }, body: { approved } })}
                >
                  {t(approved ? 'hostApprove' : 'hostReject')}
                </Button>
              ))}
            </Flex>
          ))}
        </Stack>
      </Panel>
    </PageSection>
  )
}
