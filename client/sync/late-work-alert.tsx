import { Alert, Flex } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { SendOrSave } from './export/send-or-save.tsx'

const dayMs = 86_400_000
/** How often the age of unsent work is read while a page is open, ms. */
const checkMs = 600_000

/** Reminds of work that has waited for more than a day, and offers a copy of it as a file. */
export function Component() {
  const engine = offline((state) => state.engine)
  return engine ? <LateWork engine={engine} /> : null
}

function LateWork({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  if (!useHasLateWork(engine)) return null
  return (
    <Alert.Root status="warning" borderRadius="0" flexWrap="wrap" data-testid="late-work">
      <Alert.Indicator />
      <Alert.Title flex="1 1 20rem">{t('late')}</Alert.Title>
      <Flex gap="2" wrap="wrap">
        <SendOrSave engine={engine} />
      </Flex>
    </Alert.Root>
  )
}

/** Reads the oldest waiting operation again when the count changes, the page is shown, and every few minutes. */
function useHasLateWork({ db }: OfflineEngine): boolean {
  const waiting = offlineStatus((state) => state.waiting)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (waiting === 0) return setLate(false)
    const stop = new AbortController()
    const check = async () => {
      const oldest = await db.outbox
        .orderBy('at')
        .filter(({ state }) => state !== 'attention')
        .first()
      if (stop.signal.aborted) return
      setLate(oldest !== undefined && correctedNow() - Date.parse(oldest.capturedAt) > dayMs)
    }
    // A closed database is reported elsewhere.
    const run = () => void check().catch(() => {})
    run()
    document.addEventListener('visibilitychange', run, stop)
    const timer = setInterval(run, checkMs)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [db, waiting])
  return isLate
}
