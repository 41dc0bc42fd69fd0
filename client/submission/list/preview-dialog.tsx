import { Box, Button, Heading, Stack, Table, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { useRecord } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { AttachmentViews } from '#client/form/question-types/files/attachment-views.tsx'
import { formatAnswer, formatRange } from '#client/form/question-types/format-answer.ts'
import { useSensorName } from '#client/readings/known-sensors.ts'
import type { KnownForms } from '#client/submission/known-forms.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { answersOf, beginningOf, rangesOf, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { attachmentsOf, previewRows, submissionProgressOf } from '#shared/submission/rules.ts'

type Props = { id: string; forms: KnownForms; onClose: () => void; onEdit: () => void }

/** Shows the answers of a submission, with a link to activate codes with it. */
export function PreviewDialog({ id, forms, onClose, onEdit }: Props) {
  const t = useText('submission')
  const sensorName = useSensorName()
  const deniedReason = useDeniedReason('merchantOrDealer')
  const canActivate = useViewer()?.features.includes('submission') === true
  const saved = useRecord<SubmissionView>(submissionEntity, id)
  if (saved === undefined) return null
  const structure = saved && forms.structureOf(saved.data)
  const answered = saved ? answersOf(saved.data) : []
  const recorded = saved ? rangesOf(saved.data) : []
  const sections = structure?.sections ?? []
  const at = saved ? beginningOf(id, saved.data) : { now: '' }
  const { answers, sensorAnswers } = previewRows(sections, answered, recorded, at)
  const { complete } = submissionProgressOf(sections, answered, recorded, at)
  const isComplete = Boolean(structure) && complete
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('preview')}
      size="lg"
      footer={
        <>
          <ButtonWithReason disabledReason={deniedReason} variant="outline" onClick={onEdit}>
            {t('editData')}
          </ButtonWithReason>
          {canActivate &&
            (isComplete ? (
              <Button asChild>
                <Link to={`/activatecode?submissionId=${id}`}>{t('activate')}</Link>
              </Button>
            ) : (
              <ButtonWithReason disabledReason={t('activateHint')}>{t('activate')}</ButtonWithReason>
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
                {answers.map(({ section_name, question, value }) => (
                  <Table.Row key={question.id} bg="transparent">
                    <Table.Cell overflowWrap="anywhere">
                      {question.name}
                      <Text textStyle="xs" color="fg.muted">
                        {section_name}
                      </Text>
                    </Table.Cell>
                    <Table.Cell overflowWrap="anywhere">
                      {attachmentsOf(question, value).length > 0 ? (
                        <AttachmentViews question={question} value={value} />
                      ) : (
                        formatAnswer(value, question) || (
                          <Box as="span" color="fg.muted">
                            {t('unanswered')}
                          </Box>
                        )
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
                {section_name} · {t('sensor', { name: sensorName(sensorId) })}
              </Heading>
              <Text>{formatRange(range)}</Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Dialog>
  )
}
