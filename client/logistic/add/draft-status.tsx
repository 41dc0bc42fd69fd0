import { Text } from '@chakra-ui/react'
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
      <Text role="alert" textStyle="sm" color="fg.error">
        {t('draftFailed')}
      </Text>
    )
  }
  return (
    <Text textStyle="sm" color="fg.muted" minHeight="1lh">
      {storage === 'stored' && t('draftStored')}
      {storage === 'storing' && t('draftStoring')}
    </Text>
  )
}
