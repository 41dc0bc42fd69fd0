import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuMic, LuSquare, LuX } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { OptionsFrame } from '#client/form/question-types/options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView } from '#client/form/question-types/view.ts'
import { readAttachments, writeAttachments } from '#shared/form/question-types/files/attachment.ts'
import { maxAudioSeconds } from '#shared/form/question-types/files/audio.ts'
import { SoundView } from './attachment-views.tsx'
import { useRecorder } from './use-recorder.ts'

export const audioView: QuestionTypeView = { icon: LuMic, Field: AudioField }

function AudioField({ question, recordId, value, error, onChange }: AnswerFieldProps) {
  const t = useText('answer')
  const { name } = question
  const [file] = readAttachments(value) ?? []
  const [isSaving, setSaving] = useState(false)
  const recorder = useRecorder(maxAudioSeconds, async ({ content, ext, seconds }) => {
    setSaving(true)
    try {
      const digest = await requireEngine().keepFile(recordId, content)
      onChange(writeAttachments([{ digest, ext, bytes: content.length, seconds }]))
    } finally {
      setSaving(false)
    }
  })
  const { failure, state } = recorder
  return (
    <OptionsFrame question={question} error={error ?? (failure && t(failure))} saysRequired>
      <Stack gap="3" align="start">
        {file && !state && <SoundView file={file} name={name} />}
        {state ? (
          <>
            <Text>{t('recording', { seconds: state.seconds, most: maxAudioSeconds })}</Text>
            <Box width="full" maxWidth="sm" height="2" borderWidth="1px" borderRadius="full" overflow="hidden">
              <Box
                role="meter"
                aria-label={t('level')}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(state.level * 100)}
                height="full"
                bg="primary.solid"
                style={{ width: `${Math.round(state.level * 100)}%` }}
              />
            </Box>
            <Button aria-label={t('stopFor', { name })} onClick={recorder.stop}>
              <LuSquare aria-hidden />
              {t('stop')}
            </Button>
          </>
        ) : (
          <Flex gap="2" wrap="wrap">
            <Button
              variant="outline"
              loading={isSaving}
              aria-label={t(file ? 'recordAgainFor' : 'recordFor', { name })}
              onClick={() => void recorder.start()}
            >
              <LuMic aria-hidden />
              {t(file ? 'recordAgain' : 'record')}
            </Button>
            {file && (
              <Button variant="outline" aria-label={t('removeAudioFor', { name })} onClick={() => onChange('')}>
                <LuX aria-hidden />
                {t('removeAudio')}
              </Button>
            )}
          </Flex>
        )}
      </Stack>
    </OptionsFrame>
  )
}
