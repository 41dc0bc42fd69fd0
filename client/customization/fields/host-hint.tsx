import { Button, Flex, Text } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useRefreshOnEvent } from '#client/core/http/use-refresh-on-event.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import { customizationContract } from '#shared/customization/contract.ts'
import { type HostUse, hostContract } from '#shared/customization/host-contract.ts'

const newest = { query: { limit: 200 } }

/** Shown below the URL of a link: whether its host is approved, with a button that requests the approval. Empty for an incomplete URL. */
export function HostHint({ use, link }: { use: HostUse; link: string }) {
  const t = useText('editor')
  const { state } = useEditor()
  const denied = useDeniedReason('confirmedMerchant')
  const requests = useRead(hostContract.own, newest, { quiet: true })
  const ask = useWrite(hostContract.ask, { refresh: [hostContract.own], done: t('hostAsked') })
  useRefreshOnEvent('host', hostContract.own, customizationContract.read)
  const host = parsePublicUrl(link)?.hostname
  if (!host) return null
  if (state.hosts[use].includes(host)) return <Text color="fg.muted">{t('hostApproved', { host })}</Text>
  const request = requests.data?.rows.find((one) => one.use === use && one.host === host)
  if (request?.state === 'waiting') return <Text color="fg.muted">{t('hostWaiting', { host })}</Text>
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Text color="fg.muted" flex="1 1 14rem">
        {request?.state === 'rejected'
          ? t('hostRejected', { host, note: request.note })
          : t(`hostNot_${use}`, { host })}
      </Text>
      {!denied && (
        <Button size="xs" variant="outline" loading={ask.isPending} onClick={() => ask.mutate({ body: { use, host } })}>
          {t('hostAsk')}
        </Button>
      )}
    </Flex>
  )
}
