import { Button, Stack } from '@chakra-ui/react'
import { LuCamera, LuScanBarcode } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { CameraControls } from '#client/scan/camera/camera-controls.tsx'
import { CameraView } from '#client/scan/camera/camera-view.tsx'
import { useCamera } from '#client/scan/camera/use-camera.ts'
import { playFeedback } from '#client/scan/scan-feedback.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { TextAnswer } from './text-answer.tsx'
import type { AnswerFieldProps, QuestionTypeView } from './view.ts'

export const barcodeView: QuestionTypeView = { icon: LuScanBarcode, Field: BarcodeField }

/** Scanned with the camera or typed, also by a hardware scanner, which types like a keyboard. */
function BarcodeField(props: AnswerFieldProps) {
  const t = useText('submission')
  const camera = useCamera(false)
  const isOff = camera.state.step === 'off'
  const take = (text: string) => {
    playFeedback('good', scanPreferences.getState())
    // An answer has one line, and no NUL. A longer text than an answer can have is reported, since a part of it would be wrong.
    props.onChange(text.replace(/[\s\u0085\0]+/g, ' ').trim())
    props.onLeave()
    camera.pause()
  }
  const scan = (
    <Button variant="outline" aria-label={t('scanFor', { name: props.question.name })} onClick={camera.start}>
      <LuCamera aria-hidden />
      {t('scan')}
    </Button>
  )
  return (
    <Stack gap="3">
      <TextAnswer {...props} autoComplete="off" spellCheck={false} action={isOff && scan} />
      {!isOff && <CameraView camera={camera} onText={take} kind="any" />}
      <CameraControls camera={camera} />
    </Stack>
  )
}
