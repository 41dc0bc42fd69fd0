import { Button, Link as ChakraLink, Flex, Image, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { ChainList } from '#client/codes/chain-list.tsx'
import { fileUrl } from '#client/core/files/file-url.ts'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { CodeEvents } from '#client/epcis/code-events.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { epcisListContract } from '#shared/epcis/list-contract.ts'
import { type CodeCard, codeCardContract } from '#shared/verdict/code-card.ts'
import { CardCases } from './card-cases.tsx'
import { Opened } from './opened.tsx'
import { type PreselectedTarget, RecallDialog } from './recall/recall-dialog.tsx'
import { CodeScanTable } from './scan-table.tsx'
import { useConsume } from './use-consume.ts'

const tones: Record<CodeCard['state'], Tone> = { Active: 'good', Pending: 'wait', Inactive: 'plain' }

/** @param code as it was typed: with its secret, if it was given */
export function CodeCardView({ card, code }: { card: CodeCard; code: string }) {
  const t = useText('verdict')
  const tCard = useText('codeCard')
  const { order, sku, batch, shipment, page } = card
  const seesEvents = hasAccess(epcisListContract.list.access, useViewer()?.role)
  return (
    <Stack gap="6">
      <Warnings card={card} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
        <Panel as="div">
          <Stack gap="5">
            <DescriptionList
              facts={[
                [tCard('state'), <CodeState key="state" card={card} />],
                [t('sku'), sku ? <Product key="sku" sku={sku} /> : tCard('notBound')],
                [
                  t('order'),
                  <To key="order" to={`/generatecode?search=${order.order_id}`}>
                    {order.order_id}
                  </To>,
                ],
                [tCard('serial'), formatNumber(card.serial_no)],
                ...(card.own_serial === null ? [] : [[tCard('ownSerial'), card.own_serial] as const]),
                [
                  tCard('batch'),
                  batch ? (
                    <To key="batch" to="/activatecode">
                      {tCard('activatedAt', {
                        batch: batch.identifier,
                        date: batch.finishedAt ? formatDateTime(batch.finishedAt) : '',
                      })}
                    </To>
                  ) : (
                    tCard('noBatch')
                  ),
                ],
                [
                  tCard('shipment'),
                  shipment
                    ? `${shipment.identifier} · ${shipment.recipient} · ${
                        shipment.deliveredAt
                          ? tCard('delivered', { date: formatDate(shipment.deliveredAt) })
                          : tCard('onTheWay')
                      }`
                    : tCard('noShipment'),
                ],
                ...(page
                  ? [
                      [
                        tCard('page'),
                        <ChakraLink key="page" href={page} target="_blank" rel="noopener" textDecoration="underline">
                          {tCard('openPage')}
                        </ChakraLink>,
                      ] as const,
                    ]
                  : []),
                ...(card.opening ? [[tCard('opening'), <Opened key="opening" card={card} />] as const] : []),
                [
                  tCard('used'),
                  card.consumedAt ? tCard('usedAt', { date: formatDate(card.consumedAt) }) : tCard('notUsed'),
                ],
              ]}
            />
            <Actions card={card} />
          </Stack>
        </Panel>
        <Panel as="div" title={tCard('chains')}>
          {card.chains ? <ChainList chains={card.chains} /> : <Text color="fg.muted">{tCard('chainsNone')}</Text>}
        </Panel>
      </SimpleGrid>
      <CardCases cases={card.cases} />
      {seesEvents && <CodeEvents address={card.address} />}
      <CardScans code={code} />
    </Stack>
  )
}

/** A used item is said to be used first: its code is still active. */
function CodeState({ card: { state, consumedAt } }: { card: CodeCard }) {
  const t = useText('verdict')
  return consumedAt ? (
    <StatusChip tone="wait">{t('usedUp')}</StatusChip>
  ) : (
    <StatusChip tone={tones[state]}>{t(state)}</StatusChip>
  )
}

function Product({ sku: { name, sku, picture } }: { sku: NonNullable<CodeCard['sku']> }) {
  return (
    <Flex gap="3" align="center">
      {picture && <Image src={fileUrl(picture)} alt="" boxSize="14" objectFit="cover" borderRadius="sm" />}
      <Text>
        {name} ({sku})
      </Text>
    </Flex>
  )
}

function Warnings({ card: { secret, copiedAt, recall } }: { card: CodeCard }) {
  const tCard = useText('codeCard')
  return (
    <>
      {secret === 'wrong' && (
        <InlineAlert status="error" description={tCard('wrongSecretHint')}>
          {tCard('wrongSecret')}
        </InlineAlert>
      )}
      {recall && <InlineAlert status="error">{tCard('recalled', { message: recall.message })}</InlineAlert>}
      {copiedAt && <InlineAlert status="warning">{tCard('copied')}</InlineAlert>}
    </>
  )
}

function Actions({ card: { address, consumedAt, order, batch } }: { card: CodeCard }) {
  const tCard = useText('codeCard')
  const disabledReason = useDeniedReason('confirmedMerchant')
  const consume = useConsume()
  const { open, setOpen, close, about } = useDialogs<{ kind: 'recall'; about: PreselectedTarget }>()
  return (
    <Flex gap="2" wrap="wrap">
      <ButtonWithReason
        variant="outline"
        disabledReason={disabledReason}
        loading={consume.isPending}
        onClick={() => consume.mutate({ body: { code: address, consumed: consumedAt === null } })}
      >
        {consumedAt ? tCard('unmark') : tCard('markUsed')}
      </ButtonWithReason>
      {!disabledReason && (
        <>
          <Button
            variant="outline"
            colorPalette="red"
            onClick={() =>
              setOpen({ kind: 'recall', about: { scope: 'order', target: order.id, name: order.order_id } })
            }
          >
            {tCard('recallOrder')}
          </Button>
          {batch && (
            <Button
              variant="outline"
              colorPalette="red"
              onClick={() =>
                setOpen({ kind: 'recall', about: { scope: 'batch', target: batch.id, name: batch.identifier } })
              }
            >
              {tCard('recallBatch')}
            </Button>
          )}
        </>
      )}
      <RecallDialog open={open !== undefined} named={about('recall')} onClose={close} />
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

/** The scans of a code, the newest first. */
function CardScans({ code }: { code: string }) {
  const tCard = useText('codeCard')
  const paging = usePaging()
  const scans = useRead(codeCardContract.scans, { query: { a: code, ...paging.query } })
  return (
    <PageSection title={tCard('scans')} gap="3">
      <CodeScanTable read={scans} paging={paging} empty={<EmptyState title={tCard('scansNone')} />} />
    </PageSection>
  )
}
