import { Flex, Text } from '@chakra-ui/react'
import { LuTriangleAlert } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { DraftStorage } from './shipment-draft.ts'

/**
 * Says whether the input so far would survive a closed browser. It keeps its line while it is empty, so that nothing
 * moves at the first input.
 */
export function DraftStatus({ storage }: { storage: DraftStorage }) {
  const t = useText('logistic')
  if (storage === 'failed') {
    return (
      <Flex role="alert" gap="2" marginTop="1" textStyle="sm" fontWeight="600" color="fg.error">
        <LuTriangleAlert aria-hidden size="20" style={{ flexShrink: 0 }} />
        {t('draftFailed')}
      </Flex>
    )
  }
  return (
    <Text textStyle="sm" color="fg.muted" minHeight="1lh">
      {storage === 'stored' && t('draftStored')}
      {storage === 'storing' && t('draftStoring')}
    </Text>
  )
}
