import { Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatDate } from '#client/core/format/date.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CameraInput } from '#client/scan/camera/camera-input.tsx'
import { TypedEntry } from '#client/scan/typed-entry.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { openingContract } from '#shared/scratch/contract.ts'
import { formatScratchCode, readScratchCode } from '#shared/verify/code/scratch-code.ts'

/** Checks the scratch code of an item, without opening it. A code without a typing error waits for a connection. */
export function ScratchCodeCheck({ code }: { code: string }) {
  const tCard = useText('codeCard')
  const [entered, setEntered] = useState<{ scratch: string | undefined }>()
  const take = (text: string) => {
    const scratch = readScratchCode(text)
    setEntered({ scratch })
    return scratch !== undefined
  }
  return (
    <PageSection title={tCard('scratchTitle')} gap="3">
      <Text color="fg.muted" maxWidth="3xl">
        {tCard('scratchIntro')}
      </Text>
      <CameraInput label={tCard('scratchScan')} onText={take} />
      <Stack maxWidth="3xl" gap="3">
        <TypedEntry
          label={tCard('scratchLabel')}
          hint={tCard('scratchHint')}
          action={tCard('scratchCheck')}
          onText={take}
        />
        <Stack role="status" gap="0">
          {entered &&
            (entered.scratch === undefined ? (
              <InlineAlert status="error">{tCard('scratchMistyped')}</InlineAlert>
            ) : (
              <Result code={code} scratch={entered.scratch} />
            ))}
        </Stack>
      </Stack>
    </PageSection>
  )
}

/** Pause (ms) between two attempts without an answer. A browser also tries again when it reports a connection. */
const retryMs = 30_000

function Result({ code, scratch }: { code: string; scratch: string }) {
  const tCard = useText('codeCard')
  const every = (answer: unknown) => (answer ? false : retryMs)
  const check = useRead(openingContract.check, { body: { code, scratch } }, { quiet: true, every })
  const shown = { scratch: formatScratchCode(scratch) }
  if (check.error instanceof NetworkError) {
    return (
      <InlineAlert status="warning" description={tCard('scratchOfflineHint')}>
        {tCard('scratchOffline', shown)}
      </InlineAlert>
    )
  }
  if (check.error) return <InlineAlert status="error">{errorText(check.error)}</InlineAlert>
  if (!check.data || check.isPlaceholderData) return <Text>{tCard('scratchChecking', shown)}</Text>
  const { isRight, opening } = check.data
  if (!isRight) {
    return (
      <InlineAlert status="error" description={tCard('scratchWrongHint')}>
        {tCard('scratchWrong', shown)}
      </InlineAlert>
    )
  }
  const opened = opening ? tCard('openedAt', { date: formatDate(opening.at) }) : tCard('scratchUnopened')
  return (
    <InlineAlert status="success" description={opened}>
      {tCard('scratchRight', shown)}
    </InlineAlert>
  )
}
