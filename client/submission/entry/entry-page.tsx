import { Button } from '@chakra-ui/react'
import { LuClipboardCheck } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useConflicts, useRecord } from '#client/core/offline/read/queries.ts'
import type { KnownForms } from '#client/submission/known-forms.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { Entry } from './entry.tsx'

type Props = { id: string; forms: KnownForms; onClose: () => void; onPreview: () => void }

/** Opens the entry of a submission's answers, or shows why it is not available. */
export function EntryPage({ id, forms, onClose, onPreview }: Props) {
  const t = useText('submission')
  const saved = useRecord<SubmissionView>(submissionEntity, id)
  const conflicts = useConflicts(submissionEntity)
  if (saved === undefined || conflicts === undefined) return null
  const structure = saved && forms.structureOf(saved.data)
  if (!structure || structure.sections.length === 0) {
    const why = !saved ? 'notFound' : structure ? 'noSections' : 'unknownForm'
    return (
      <Page title={structure?.name ?? t('title')}>
        <EmptyState icon={LuClipboardCheck} title={t(why)}>
          <Button onClick={onClose}>{t('backToList')}</Button>
        </EmptyState>
      </Page>
    )
  }
  const own = conflicts.filter(({ recordId }) => recordId === id)
  return <Entry saved={saved} structure={structure} conflicts={own} onClose={onClose} onPreview={onPreview} />
}
