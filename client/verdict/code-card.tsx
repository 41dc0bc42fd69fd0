import { Alert, Button, Link as ChakraLink, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChainList } from '#client/codes/chain-list.tsx'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type CodeCard, codeCardContract } from '#shared/verdict/code-card.ts'
import { type RecallScope, verdictContract } from '#shared/verdict/contract.ts'
import { CardCases } from './card-cases.tsx'
import { CardScans } from './card-scans.tsx'
import { RecallDialog } from './recall-dialog.tsx'

const tones: Record<CodeCard['state'], Tone> = { Active: 'good', Pending: 'wait', Inactive: 'plain' }

/** @param code as it was typed: with its secret, if it was given */
export function CodeCardView({ card, code }: { card: CodeCard; code: string }) {
  const t = useText('verdict')
  const { order, sku, batch, shipment } = card
  return (
    <Stack gap="6">
      <Warnings card={card} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
        <Panel as="div">
          <Stack gap="5">
            <DescriptionList
              facts={[
                [
                  t('cardState'),
                  <StatusChip key="state" tone={tones[card.state]}>
                    {t(card.state)}
                  </StatusChip>,
                ],
                [t('sku'), `${sku.name} (${sku.sku})`],
                [
                  t('order'),
                  <To key="order" to={`/generatecode?search=${order.order_id}`}>
                    {order.order_id}
                  </To>,
                ],
                [t('cardSerial'), formatNumber(card.serial_no)],
                [
                  t('cardBatch'),
                  batch ? (
                    <To key="batch" to="/activatecode">
                      {t('cardActivatedAt', {
                        batch: batch.identifier,
                        date: batch.finishedAt ? formatDateTime(batch.finishedAt) : '',
                      })}
                    </To>
                  ) : (
                    t('cardNoBatch')
                  ),
                ],
                [
                  t('cardShipment'),
                  shipment
                    ? `${shipment.identifier} · ${shipment.recipient} · ${
                        shipment.deliveredAt
                          ? t('cardDelivered', { date: formatDate(shipment.deliveredAt) })
                          : t('cardOnTheWay')
                      }`
                    : t('cardNoShipment'),
                ],
                [
                  t('cardUsed'),
                  card.consumedAt ? t('cardUsedAt', { date: formatDate(card.consumedAt) }) : t('cardNotUsed'),
                ],
              ]}
            />
            <Actions card={card} />
          </Stack>
        </Panel>
        <Panel as="div" title={t('cardChains')}>
          {card.chains ? <ChainList chains={card.chains} /> : <Text color="fg.muted">{t('cardChainsNone')}</Text>}
        </Panel>
      </SimpleGrid>
      <CardCases cases={card.cases} />
      <CardScans code={code} />
    </Stack>
  )
}

function Warnings({ card: { secret, copiedAt, recall } }: { card: CodeCard }) {
  const t = useText('verdict')
  return (
    <>
      {secret === 'wrong' && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t('cardWrongSecret')}</Alert.Title>
            <Alert.Description>{t('cardWrongSecretHint')}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {recall && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Title>{t('cardRecalled', { message: recall.message })}</Alert.Title>
        </Alert.Root>
      )}
      {copiedAt && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Title>{t('cardCopied')}</Alert.Title>
        </Alert.Root>
      )}
    </>
  )
}

function Actions({ card: { address, consumedAt, order, batch } }: { card: CodeCard }) {
  const t = useText('verdict')
  const disabledReason = useDeniedReason('confirmed')
  const consume = useWrite(verdictContract.consume, { refresh: [codeCardContract.read, verdictContract.cases] })
  const [recalled, setRecalled] = useState<{ scope: RecallScope; target: string; name: string }>()
  return (
    <Flex gap="2" wrap="wrap">
      <ButtonWithReason
        variant="outline"
        disabledReason={disabledReason}
        loading={consume.isPending}
        onClick={() => consume.mutate({ body: { code: address, consumed: consumedAt === null } })}
      >
        {consumedAt ? t('cardUnmark') : t('cardMarkUsed')}
      </ButtonWithReason>
      {!disabledReason && (
        <>
          <Button
            variant="outline"
            colorPalette="red"
            onClick={() => setRecalled({ scope: 'order', target: order.id, name: order.order_id })}
          >
            {t('cardRecallOrder')}
          </Button>
          {batch && (
            <Button
              variant="outline"
              colorPalette="red"
              onClick={() => setRecalled({ scope: 'batch', target: batch.id, name: batch.identifier })}
            >
              {t('cardRecallBatch')}
            </Button>
          )}
        </>
      )}
      <RecallDialog open={recalled !== undefined} named={recalled} onClose={() => setRecalled(undefined)} />
    </Flex>
  )
}

function To({ to, children }: { to: string; children: string }) {
  return (
    <ChakraLink asChild textDecoration="underline">
      <Link to={to}>{children}</Link>
    </ChakraLink>
  )
}
