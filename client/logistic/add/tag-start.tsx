import { Button, Flex, Text } from '@chakra-ui/react'
import { useEffect } from 'react'
import { LuCircleCheck, LuPlay } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { logisticLogContract, recording } from '#shared/logistic/log-contract.ts'

type Props = {
  tag: string
  /** Whether the phone has read the tag by NFC. Then it is started immediately. */
  isTouched: boolean
}

/**
 * Shows whether the tag of a shipment records, and starts it. Renders nothing without a connection: the state is unknown
 * then, and the tag has an app of its own that starts it.
 */
export function TagStart({ tag, isTouched }: Props) {
  const t = useText('logistic')
  const { data } = useRead(logisticLogContract.tags, {}, { quiet: true })
  const { mutate, isPending, isIdle } = useWrite(logisticLogContract.startTag, { refresh: [logisticLogContract.tags] })
  const started = data?.find(({ tidnfc, status }) => tidnfc === tag && status === recording)
  const isWaiting = data !== undefined && !started
  useEffect(() => {
    if (isTouched && isWaiting && isIdle) mutate({ body: { tidnfc: tag } })
  }, [isTouched, isWaiting, isIdle, mutate, tag])
  if (!data) return null
  return (
    <Flex role="status" gap="3" align="center" wrap="wrap">
      {started ? (
        <Flex gap="2" align="center" color="fg.success">
          <LuCircleCheck aria-hidden />
          <Text>{t('tagRecords', { at: formatDateTime(started.startedAt) })}</Text>
        </Flex>
      ) : (
        <>
          <Text color="fg.muted">{t('tagWaits')}</Text>
          <Button size="sm" variant="outline" loading={isPending} onClick={() => mutate({ body: { tidnfc: tag } })}>
            <LuPlay aria-hidden />
            {t('tagStart')}
          </Button>
        </>
      )}
    </Flex>
  )
}
