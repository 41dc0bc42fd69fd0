import { Button, Flex, IconButton, Input, Stack, Text } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { LuCamera, LuImages, LuX } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { OptionsFrame } from '#client/form/question-types/options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView, SettingsEditorProps } from '#client/form/question-types/view.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { readAttachments, writeAttachments } from '#shared/form/question-types/files/attachment.ts'
import { maxPhotos } from '#shared/form/question-types/files/photo.ts'
import { PictureView } from './attachment-views.tsx'
import { type EncodedPicture, shrinkPhoto } from './shrink-photo.ts'

export const photoView: QuestionTypeView = {
  icon: LuCamera,
  Field: PhotoField,
  Editor: PhotoCountEditor,
  firstSettings: ({ photos = 3 }) => ({ photos }),
}

function PhotoField({ question, recordId, value, error, onChange }: AnswerFieldProps) {
  const t = useText('answer')
  const { name, photos: most = maxPhotos } = question
  const kept = readAttachments(value) ?? []
  /** The answer with photos that are being added. */
  const newest = useRef(value)
  newest.current = value
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const add = useTask(async (files: readonly File[]) => {
    setUnreadable(false)
    for (const file of files.slice(0, most - kept.length)) {
      const picture = await shrinkPhoto(file).catch(() => undefined)
      if (picture) await keep(picture)
      else setUnreadable(true)
    }
  })
  /** The photo is shown only after it is on the disk of this device. */
  const keep = async ({ content, width, height }: EncodedPicture) => {
    const digest = await requireEngine().keepFile(recordId, content)
    const others = (readAttachments(newest.current) ?? []).filter((one) => one.digest !== digest)
    newest.current = writeAttachments([...others, { digest, ext: '.jpg', bytes: content.length, width, height }])
    onChange(newest.current)
  }
  const isFull = kept.length >= most
  const chosen = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ''
    add.mutate(files)
  }
  return (
    <OptionsFrame question={question} error={error ?? (isUnreadable ? t('badPicture') : undefined)} saysRequired>
      <Stack gap="3">
        {kept.length > 0 && (
          <Flex gap="3" wrap="wrap">
            {kept.map((file, at) => (
              <Stack key={file.digest} gap="1" align="start">
                <PictureView file={file} name={name} number={at + 1} />
                <IconButton
                  size="sm"
                  variant="outline"
                  aria-label={t('removePhoto', { number: at + 1, name })}
                  onClick={() => onChange(writeAttachments(kept.filter((one) => one !== file)))}
                >
                  <LuX />
                </IconButton>
              </Stack>
            ))}
          </Flex>
        )}
        <Flex gap="2" wrap="wrap">
          <Button
            variant="outline"
            disabled={isFull}
            loading={add.isPending}
            aria-label={t('takePhotoFor', { name })}
            onClick={() => camera.current?.click()}
          >
            <LuCamera aria-hidden />
            {t('takePhoto')}
          </Button>
          <Button
            variant="outline"
            disabled={isFull || add.isPending}
            aria-label={t('choosePhotosFor', { name })}
            onClick={() => gallery.current?.click()}
          >
            <LuImages aria-hidden />
            {t('choosePhotos')}
          </Button>
          <input
            ref={camera}
            hidden
            type="file"
            accept="image/*"
            capture="environment"
            tabIndex={-1}
            data-source="camera"
            onChange={({ target }) => chosen(target)}
          />
          <input
            ref={gallery}
            hidden
            type="file"
            accept="image/*"
            multiple={most > 1}
            tabIndex={-1}
            data-source="gallery"
            onChange={({ target }) => chosen(target)}
          />
        </Flex>
        <Text textStyle="xs" color="fg.muted" aria-live="polite">
          {add.isPending ? t('saving') : isFull ? t('photosFull') : t('photosLeft', { count: most - kept.length })}
        </Text>
      </Stack>
    </OptionsFrame>
  )
}

function PhotoCountEditor({ question: { photos }, issueOf, set }: SettingsEditorProps) {
  const t = useText('form')
  return (
    <FieldFrame label={t('mostPhotos')} error={issueOf('photos')}>
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={maxPhotos}
        maxWidth="2xs"
        value={photos ?? ''}
        onChange={({ target }) => set({ photos: target.value === '' ? undefined : target.valueAsNumber })}
      />
    </FieldFrame>
  )
}
