import { SimpleGrid, Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useText } from '#client/core/i18n.ts'
import { CameraControls } from './camera-controls.tsx'
import { CameraView } from './camera-view.tsx'
import type { ScanMessage } from './pipeline.ts'
import { scanPreferences } from './remembered.ts'
import { ScanStatusBar } from './said-bar.tsx'
import { ScanRows } from './scan-rows.tsx'
import { type FeedbackKind, playFeedback } from './signal.ts'
import { TypedEntry } from './typed-entry.tsx'
import { useCamera } from './use-camera.ts'
import type { ScanList } from './use-scan-list.ts'
import { useWedge } from './use-wedge.ts'
import { feedbackOf } from './words.ts'

/** Camera, hardware scanner and keyboard fill one list, scan after scan. */
export function Scanner({ list }: { list: ScanList }) {
  const t = useText('scan')
  const camera = useCamera(true)
  const flash = useScanFeedback(list.scan.message)
  useWedge((texts) => list.add('wedge', texts))
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '4', lg: '8' }} alignItems="start">
      <Stack gap="3" minWidth="0">
        <CameraView camera={camera} onText={(text) => list.add('camera', [text])} flash={flash} />
        <ScanStatusBar said={list.scan.message} idle={camera.state.step === 'on' ? t('aim') : t('ready')} />
        <CameraControls camera={camera} />
        <TypedEntry
          label={t('typeLabel')}
          hint={t('typeHint')}
          action={t('add')}
          onText={(text) => list.add('typed', [text])}
        />
      </Stack>
      <ScanRows list={list} />
    </SimpleGrid>
  )
}

const flashMs = 500

/** Makes each event heard and felt, and answers what to flash just now. */
function useScanFeedback(said: ScanMessage | undefined): FeedbackKind | undefined {
  const [flash, setFlash] = useState<FeedbackKind>()
  useEffect(() => {
    const mood = said && feedbackOf(said)
    if (!mood) return
    playFeedback(mood, scanPreferences.getState())
    setFlash(mood)
    const timer = setTimeout(() => setFlash(undefined), flashMs)
    return () => clearTimeout(timer)
  }, [said])
  return flash
}
