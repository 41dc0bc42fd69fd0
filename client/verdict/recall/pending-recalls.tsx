import { Alert, Button, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { refresh, useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { type Recall, recallDelaySeconds, verdictContract } from '#shared/verdict/contract.ts'

/** Only the newest are loaded, because none is pending for more than two minutes. */
const newest = { query: { limit: 50 } }

/** Recalls that are not public yet, with the time left to undo them. */
export function PendingRecalls({ refused }: { refused: boolean }) {
  const t = useText('verdict')
  const { data, dataUpdatedAt } = useRead(verdictContract.recalls, newest)
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    if (!data) return
    for (const row of data.rows) {
      if (!isPending(row, data.now) && waiting.current.has(row.id)) {
        notify({ tone: 'info', title: t('recallPublic', { name: row.name }) })
      }
    }
    waiting.current = new Set(data.rows.filter((row) => isPending(row, data.now)).map(({ id }) => id))
  }, [data, t])
  return data?.rows
    .filter((row) => isPending(row, data.now))
    .map((row) => (
      // The remaining time is computed with the server's clock. The device's clock only measures the time since the
      // response.
      <Pending
        key={row.id}
        row={row}
        endsAt={dataUpdatedAt + Date.parse(row.publicAt) - Date.parse(data.now)}
        refused={refused}
      />
    ))
}

/** Whether the recall can still be undone, by the server's clock. */
export const isPending = ({ publicAt }: Recall, now: string): boolean => Date.parse(publicAt) > Date.parse(now)

function Pending({ row: { id, name }, endsAt, refused }: { row: Recall; endsAt: number; refused: boolean }) {
  const t = useText('verdict')
  const undo = useUndoRecall()
  const seconds = useSecondsLeft(endsAt)
  return (
    <Alert.Root status="warning" role="status" flexWrap="wrap" data-testid="pending-recall">
      <Alert.Indicator />
      <Alert.Content flex="1 1 16rem" minWidth="0">
        <Alert.Title overflowWrap="anywhere">{t('recallPending', { name })}</Alert.Title>
        {/* Announced once, not every second. */}
        <Text role="timer" aria-live="off">
          {t('recallTimeLeft', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}
        </Text>
      </Alert.Content>
      <Button size="sm" disabled={refused} loading={undo.isPending} onClick={() => undo.mutate({ params: { id } })}>
        {t('undoRecall')}
      </Button>
    </Alert.Root>
  )
}

export function useUndoRecall() {
  const t = useText('verdict')
  return useWrite(verdictContract.undoRecall, { done: t('recallUndone'), refresh: [verdictContract.recalls] })
}

/** Refetches the recalls when the time is over. */
function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now)
  // The device's clock may be changed meanwhile.
  const left = Math.min(recallDelaySeconds, Math.max(0, Math.ceil((endsAt - now) / 1000)))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void refresh(verdictContract.recalls)
  }, [isOver])
  return left
}
