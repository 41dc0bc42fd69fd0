import { Box, Center, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { PreviewFrame } from '#client/verify/preview/preview-frame.tsx'
import { buildPreviewResponse } from '#client/verify/preview/preview-response.ts'
import { skuContract } from '#shared/sku/contract.ts'
import type { RecallSubject } from '#shared/verdict/contract.ts'

type Props = { subject: RecallSubject; message: string }

/** The verify page of a recalled unit. Nothing is recalled and no scan is counted. */
export function RecallPreview({ subject, message }: Partial<Props> & Pick<Props, 'message'>) {
  const t = useText('verdict')
  return (
    // Without data it only reserves the space beside the form.
    <Stack gap="2" height="full" hideBelow={subject ? undefined : 'lg'}>
      <Text fontWeight="500" textStyle="sm">
        {t('recallPreview')}
      </Text>
      {subject ? (
        <RecalledPage subject={subject} message={message} />
      ) : (
        <Center flex="1" borderWidth="1px" borderStyle="dashed" borderRadius="l2" padding="6" color="fg.muted">
          {t('recallPreviewHint')}
        </Center>
      )}
    </Stack>
  )
}

function RecalledPage({ subject: { skuId, contact }, message }: Props) {
  const t = useText('verdict')
  const product = useRead(skuContract.read, { params: { id: skuId } })
  const [at] = useState(() => new Date().toISOString())
  const response = useMemo(
    () =>
      product.data &&
      buildPreviewResponse(product.data, { recall: { message: message.trim() || nothingYet, at, contact } }),
    [product.data, message, at, contact],
  )
  if (!response) return <LoadState read={product} height="md" />
  return (
    <Box height={{ base: 'md', lg: 'lg' }} borderWidth="1px" borderRadius="l2" overflow="hidden">
      <PreviewFrame answer={response} code="" title={t('recallPreview')} />
    </Box>
  )
}

/** A placeholder for the message of the brand. */
const nothingYet = '…'
