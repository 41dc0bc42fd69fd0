import { Box, Grid, Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { CameraControls } from './camera/camera-controls.tsx'
import { CameraView } from './camera/camera-view.tsx'
import { useCamera } from './camera/use-camera.ts'
import { type FeedbackKind, playFeedback } from './scan-feedback.ts'
import { scanPreferences } from './scan-preferences.ts'
import type { ScanMessage } from './scan-reducer.ts'
import { ScanRows } from './scan-rows.tsx'
import { ScanStatusBar } from './scan-status-bar.tsx'
import { feedbackOf } from './scan-texts.ts'
import { TypedEntry } from './typed-entry.tsx'
import type { ScanList } from './use-scan-list.ts'
import { useWedge } from './wedge/use-wedge.ts'

/** Camera, hardware scanner and keyboard input for one list of codes. */
export function Scanner({ list }: { list: ScanList }) {
  const t = useText('scan')
  const camera = useCamera(true)
  const flash = useScanFeedback(list.scan.message)
  useWedge((texts) => list.add('wedge', texts))
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      templateAreas={{ base: '"camera" "rows" "typed"', lg: '"camera rows" "typed rows"' }}
      templateRows={{ lg: 'auto 1fr' }}
      columnGap="8"
      rowGap="4"
      alignItems="start"
    >
      <Stack gridArea="camera" gap="3" minWidth="0">
        <CameraView camera={camera} onText={(text) => list.add('camera', [text])} flash={flash} />
        <ScanStatusBar said={list.scan.message} idle={camera.state.step === 'on' ? t('aim') : t('ready')} />
        <CameraControls camera={camera} />
      </Stack>
      <Box gridArea="rows" minWidth="0">
        <ScanRows list={list} />
      </Box>
      <Box gridArea="typed" minWidth="0">
        <TypedEntry
          label={t('typeLabel')}
          hint={t('typeHint')}
          action={t('add')}
          onText={(text) => list.add('typed', [text])}
        />
      </Box>
    </Grid>
  )
}

const flashMs = 500

/** Gives sound and vibration for each event, and returns what the camera view highlights. */
function useScanFeedback(message: ScanMessage | undefined): FeedbackKind | undefined {
  const [flash, setFlash] = useState<FeedbackKind>()
  useEffect(() => {
    const feedback = message && feedbackOf(message)
    if (!feedback) return
    playFeedback(feedback, scanPreferences.getState())
    setFlash(feedback)
    const timer = setTimeout(() => setFlash(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [message])
  return flash
}
