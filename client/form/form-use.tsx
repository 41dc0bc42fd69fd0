import { Text } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useRecordPage } from '#client/core/offline/read/queries.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'

/** How many submissions were created with a form. */
export function FormUse({ formId }: { formId: string }) {
  const t = useText('form')
  const isOfForm = useCallback((data: SubmissionView) => data.formId === formId, [formId])
  const { data } = useRecordPage<SubmissionView>(submissionEntity, { page: 1, limit: 1 }, isOfForm)
  if (!data) return null
  return (
    <Text color="fg.muted" paddingBottom="4">
      {data.total === 0 ? t('notUsed') : t('usedIn', { count: data.total })}
    </Text>
  )
}
