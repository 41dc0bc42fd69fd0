import { Box, Button, Stack } from '@chakra-ui/react'
import { LuCamera } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { playFeedback } from '#client/scan/scan-feedback.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { CameraControls } from './camera-controls.tsx'
import { CameraView } from './camera-view.tsx'
import { useCamera } from './use-camera.ts'

/**
 * A button that opens the camera until it has read one code.
 *
 * @param label of the button, where a screen has several
 * @param onText returns whether the text was accepted; then the camera closes
 */
export function CameraInput({ label, onText }: { label?: string; onText: (text: string) => boolean }) {
  const t = useText('scan')
  const camera = useCamera(false)
  const read = (text: string) => {
    if (!onText(text)) return
    playFeedback('good', scanPreferences.getState())
    camera.pause()
  }
  if (camera.state.step === 'off') {
    return (
      <Box>
        <Button variant="outline" onClick={camera.start}>
          <LuCamera aria-hidden />
          {label ?? t('scanWithCamera')}
        </Button>
      </Box>
    )
  }
  return (
    <Stack gap="3" flex="1 1 100%" maxWidth="xl">
      <CameraView camera={camera} onText={read} />
      <CameraControls camera={camera} />
    </Stack>
  )
}
