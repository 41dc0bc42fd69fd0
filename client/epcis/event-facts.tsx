import { chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { epcisContract } from '#shared/epcis/contract.ts'
import type { ListedEvent } from '#shared/epcis/list-contract.ts'

/** An opened event: its id, and everything that it says. */
export function EventFacts({ event: { eventID, action, step, isError } }: { event: ListedEvent }) {
  const t = useText('epcis')
  const read = useRead(epcisContract.event, { params: { eventID } })
  const json = read.data && JSON.stringify(read.data, null, 2)
  return (
    <Stack gap="4">
      {isError && <InlineAlert status="warning">{t('correctedHint')}</InlineAlert>}
      <DescriptionList
        facts={[
          [
            t('eventID'),
            <Flex key="id" gap="2" align="start">
              <chakra.code overflowWrap="anywhere">{eventID}</chakra.code>
              <CopyButton text={eventID} label={t('copyId')} done={t('copiedId')} />
            </Flex>,
          ],
          ...(step === '' ? [] : [[t('step'), step] as const]),
          ...(action ? [[t('action'), t(action)] as const] : []),
        ]}
      />
      {json ? (
        <Stack gap="1">
          <Flex gap="2" align="center">
            <Text fontWeight="medium">{t('json')}</Text>
            <CopyButton text={json} label={t('copyJson')} done={t('copiedJson')} />
          </Flex>
          <chakra.pre
            // A keyboard scrolls it only with the focus inside.
            tabIndex={0}
            role="region"
            aria-label={t('json')}
            maxHeight="80"
            overflow="auto"
            padding="3"
            borderWidth="1px"
            borderRadius="md"
            textStyle="xs"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
          >
            {json}
          </chakra.pre>
        </Stack>
      ) : (
        <LoadState read={read} height="20" />
      )}
    </Stack>
  )
}
