import { Box, Button, Heading, Stack, Table, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { answerWords, rangeWords, useLanguage } from '#client/core/answer-words.ts'
import { useText } from '#client/core/i18n.ts'
import { useSaved } from '#client/core/offline/records.ts'
import { useRefusal } from '#client/core/refusal.ts'
import { useViewer } from '#client/core/viewer.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { GuardedButton } from '#client/ui/guarded-button.tsx'
import { answersOf, rangesOf, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { previewRows, standingOf } from '#shared/submission/rules.ts'
import type { KnownForms } from './known-forms.ts'

type Props = { id: string; forms: KnownForms; onClose: () => void; onEdit: () => void }

/** What a submission says, and the way to the codes that it is for. */
export function PreviewDialog({ id, forms, onClose, onEdit }: Props) {
  const t = useText('submission')
  const language = useLanguage()
  const refusal = useRefusal('dealer')
  const mayActivate = useViewer()?.features.includes('submission') === true
  const saved = useSaved<SubmissionView>(submissionEntity, id)
  if (saved === undefined) return null
  const structure = saved && forms.structureOf(saved.data)
  const answered = saved ? answersOf(saved.data) : []
  const recorded = saved ? rangesOf(saved.data) : []
  const sections = structure?.sections ?? []
  const { answers, sensorAnswers } = previewRows(sections, answered, recorded)
  const { complete } = standingOf(sections, answered, recorded)
  const isComplete = Boolean(structure) && complete
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('preview')}
      size="lg"
      footer={
        <>
          <GuardedButton refusal={refusal} variant="outline" onClick={onEdit}>
            {t('editData')}
          </GuardedButton>
          {mayActivate &&
            (isComplete ? (
              <Button asChild>
                <Link to={`/activatecode?submissionId=${id}`}>{t('activate')}</Link>
              </Button>
            ) : (
              <GuardedButton refusal={t('activateHint')}>{t('activate')}</GuardedButton>
            ))}
        </>
      }
    >
      {structure && (
        <Text color="fg.muted" paddingBottom="4">
          {structure.name} · {structure.custom_id_label || t('identifier')}: {saved.data.custom_id}
        </Text>
      )}
      {answers.length + sensorAnswers.length === 0 ? (
        <EmptyState title={t('nothingToPreview')} />
      ) : (
        <Stack gap="6">
          {answers.length > 0 && (
            <Table.Root size="sm" aria-label={t('preview')}>
              <Table.Header>
                <Table.Row bg="bg.subtle">
                  <Table.ColumnHeader width="50%">{t('question')}</Table.ColumnHeader>
                  <Table.ColumnHeader>{t('answer')}</Table.ColumnHeader>
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {answers.map(({ questionId, question, answer, section_name, ...asked }) => (
                  <Table.Row key={questionId} bg="transparent">
                    <Table.Cell overflowWrap="anywhere">
                      {question}
                      <Text textStyle="xs" color="fg.muted">
                        {section_name}
                      </Text>
                    </Table.Cell>
                    <Table.Cell overflowWrap="anywhere">
                      {answerWords(answer, asked, language) || (
                        <Box as="span" color="fg.muted">
                          {t('unanswered')}
                        </Box>
                      )}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          )}
          {sensorAnswers.map(({ sensorId, sectionId, section_name, ...range }) => (
            <Stack key={`${sectionId}:${sensorId}`} gap="0">
              <Heading as="h3" size="sm">
                {section_name} · {t('sensor', { name: sensorId })}
              </Heading>
              <Text>{rangeWords(range, language)}</Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Dialog>
  )
}
