import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { LuCircleAlert, LuNfc } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { type NfcProblem, nfcReaderClass, readTags, type Tag } from './nfc.ts'

const problemTexts = { denied: 'nfcDenied', off: 'nfcOff', unreadable: 'nfcUnreadable', failed: 'nfcFailed' } as const

/** Reads one tag when pressed. Renders nothing when the browser has no NFC. */
export function NfcButton({ onTag }: { onTag: (tag: Tag) => void }) {
  const t = useText('scan')
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<NfcProblem>()
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const Reader = nfcReaderClass()
  if (!Reader) return null

  const stop = () => {
    run.current?.abort()
    setWaiting(false)
  }
  const start = () => {
    run.current = new AbortController()
    setWaiting(true)
    setProblem(undefined)
    void readTags(Reader, run.current.signal, {
      onTag: (tag) => {
        stop()
        onTag(tag)
      },
      onProblem: (why) => {
        setProblem(why)
        // After a read error the tag can be held again; other errors stop reading.
        if (why !== 'unreadable') stop()
      },
    })
  }
  return (
    <Stack gap="2" align="start">
      <Flex gap="3" align="center" wrap="wrap">
        <Button variant="outline" onClick={isWaiting ? stop : start}>
          <LuNfc aria-hidden />
          {isWaiting ? t('nfcStop') : t('nfcRead')}
        </Button>
        <Text role="status" color="fg.muted">
          {isWaiting ? t('nfcWaiting') : ''}
        </Text>
      </Flex>
      {problem && (
        <Flex role="alert" gap="2" align="center" color="fg.error">
          <LuCircleAlert aria-hidden />
          <Text>{t(problemTexts[problem])}</Text>
        </Flex>
      )}
    </Stack>
  )
}
