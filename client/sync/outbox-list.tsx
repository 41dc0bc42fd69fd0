import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { OutboxRow } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { MaybeSentError } from '#client/core/offline/outbox/discard.ts'
import { useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { newValuesOf } from '#shared/sync/rules.ts'
import { recordScreenPath } from './record-screen.ts'
import { useRecordTitle } from './record-title.ts'
import { allRejectionProblems } from './rejection-problems.ts'
import type { DeviceListPage } from './use-list-page.ts'

type Props = {
  engine: OfflineEngine
  page: DeviceListPage<OutboxRow>
  /** Called when the user opens the screen of a record. */
  onLeave: () => void
}

/** A page of unacknowledged operations with their record, the reason for waiting, and the available actions. */
export function OutboxList({ engine, page: { rows, total, paging }, onLeave }: Props) {
  const t = useText('sync')
  const rejectionText = useRejectionText(allRejectionProblems)
  const discard = (opId: string) =>
    engine.discard(opId).catch((error: unknown) => {
      if (!(error instanceof MaybeSentError)) throw error
      notify({ tone: 'info', title: t('mayHaveArrived') })
    })
  return (
    <>
      <Stack as="ul" gap="2" listStyleType="none">
        {rows.map((row) => (
          <Flex
            as="li"
            key={row.opId}
            gap="3"
            wrap="wrap"
            align="start"
            justify="space-between"
            padding="3"
            borderWidth="1px"
            borderRadius="l2"
          >
            <Stack gap="1" minWidth="0" flex="1 1 14rem">
              <Title engine={engine} row={row} />
              <Text textStyle="sm" color="fg.muted">
                {formatDateTime(row.capturedAt)}
              </Text>
              {row.rejection && (
                <Text textStyle="sm" color="fg.error">
                  {rejectionText(row.rejection)}
                </Text>
              )}
            </Stack>
            <Flex gap="2" wrap="wrap">
              {row.state === 'attention' && <MainAction engine={engine} row={row} onLeave={onLeave} />}
              <Button
                size="sm"
                variant="ghost"
                colorPalette="red"
                onClick={() => showErrorOnFailure(discard(row.opId))}
              >
                {t('discard')}
              </Button>
            </Flex>
          </Flex>
        ))}
      </Stack>
      <Pager paging={paging} total={total} />
    </>
  )
}

/** A link to the screen of the record, where it is corrected. A record without such a screen is sent again unchanged. */
function MainAction({ engine, row, onLeave }: { engine: OfflineEngine; row: OutboxRow; onLeave: () => void }) {
  const t = useText('ui')
  const path = recordScreenPath(row)
  if (!path)
    return (
      <Button size="sm" onClick={() => showErrorOnFailure(engine.retry(row.opId))}>
        {t('tryAgainNow')}
      </Button>
    )
  return (
    <Button asChild size="sm">
      <Link to={path} onClick={onLeave}>
        {t('fix')}
      </Link>
    </Button>
  )
}

const kinds = { create: 'create', remove: 'remove' } as const

function Title({ engine, row }: { engine: OfflineEngine; row: OutboxRow }) {
  const t = useText('sync')
  const name = useRecordTitle(engine, row, newValuesOf(row.patch))
  const kind = t(kinds[row.kind as keyof typeof kinds] ?? 'change')
  return (
    <Text fontWeight="600" overflowWrap="anywhere">
      {name} · {kind}
    </Text>
  )
}
