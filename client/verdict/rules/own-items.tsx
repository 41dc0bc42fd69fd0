import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { formatNumber, formatShare } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { codesUntilQuestion } from '#shared/verdict/calibration/calibrate.ts'
import { calibrationContract, type SkuCalibration } from '#shared/verdict/calibration/contract.ts'

/** What the scanned items of a SKU say about its warnings, and the question to a person when they say that it warns too often. */
export function OwnItems({ skuId }: { skuId: string }) {
  const t = useText('alertRules')
  const found = useRead(calibrationContract.read, { params: { id: skuId } })
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        {t('ownItems')}
      </Heading>
      {found.data ? <Findings skuId={skuId} found={found.data} /> : <LoadState read={found} height="12" />}
    </Stack>
  )
}

function Findings({ skuId, found }: { skuId: string; found: SkuCalibration }) {
  const t = useText('alertRules')
  const { codes, above, shift, asks, isShared } = found
  const share = formatShare(codes === 0 ? 0 : above / codes)
  const isEnough = codes >= codesUntilQuestion
  return (
    <>
      <Text color="fg.muted">
        {isEnough
          ? t('ownCodes', { count: codes, number: formatNumber(codes), share })
          : t('ownTooFew', { number: formatNumber(codes), needed: codesUntilQuestion })}
      </Text>
      {(isEnough || shift !== 'usual') && <Text>{t(`shift_${shift}`)}</Text>}
      {(asks || isShared !== null) && <Question skuId={skuId} isShared={isShared} share={share} />}
    </>
  )
}

type QuestionProps = { skuId: string; isShared: boolean | null; share: string }

function Question({ skuId, isShared, share }: QuestionProps) {
  const t = useText('alertRules')
  const answer = useWrite(calibrationContract.answerQuestion, {
    done: t('sharedSaved'),
    refresh: [calibrationContract.read],
  })
  const say = (isShared: boolean) => answer.mutate({ params: { id: skuId }, body: { isShared } })
  const offered = [true, false].filter((one) => one !== isShared)
  return (
    <InlineAlert
      status={isShared === null ? 'warning' : 'info'}
      description={
        <>
          {isShared === null ? t('sharedHint', { share }) : t(isShared ? 'sharedYesHint' : 'sharedNoHint')}
          <Flex gap="2" marginTop="3" wrap="wrap">
            {offered.map((one) => (
              <Button key={String(one)} size="sm" variant="outline" loading={answer.isPending} onClick={() => say(one)}>
                {t(one ? 'sharedYes' : 'sharedNo')}
              </Button>
            ))}
          </Flex>
        </>
      }
    >
      {isShared === null ? t('sharedQuestion') : t(isShared ? 'sharedSaidYes' : 'sharedSaidNo')}
    </InlineAlert>
  )
}
