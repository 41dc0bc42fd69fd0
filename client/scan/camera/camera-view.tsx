import { Box } from '@chakra-ui/react'
import { type CSSProperties, useRef } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { CodeKind } from '#client/scan/decode/code-kind.ts'
import { frameShare } from '#client/scan/decode/crop-area.ts'
import type { FeedbackKind } from '#client/scan/scan-feedback.ts'
import { CameraOff } from './camera-off.tsx'
import type { CameraFeed, ScanCamera } from './use-camera.ts'
import { useVideoDecoder } from './use-video-decoder.ts'
import { useWakeLock } from './use-wake-lock.ts'

const flashes = { good: 'green.solid', again: 'orange.solid', bad: 'red.solid' } as const

type Props = {
  camera: ScanCamera
  onText: (text: string) => void
  /** True for a moment after each scan: the edge of the video shows it. */
  flash?: FeedbackKind | undefined
  /** Which codes are read; by default QR codes. */
  kind?: CodeKind
}

/** The video of the camera with its frame, or the way to start it. */
export function CameraView({ camera, ...view }: Props) {
  const { state } = camera
  if (state.step !== 'on') return <CameraOff camera={camera} />
  return <LiveView camera={camera} picture={state.picture} {...view} />
}

function LiveView({ camera, picture, onText, flash, kind = 'qr' }: Props & { picture: CameraFeed }) {
  const t = useText('scan')
  const video = useRef<HTMLVideoElement>(null)
  const reader = useVideoDecoder(video, picture.stream, { kind, onText, onFailed: () => camera.fail('decoder') })
  useWakeLock()
  return (
    <Box
      position="relative"
      display="flex"
      alignItems="center"
      justifyContent="center"
      containerType="size"
      aspectRatio={4 / 3}
      width="full"
      maxHeight="45dvh"
      bg="black"
      borderRadius="l3"
      overflow="hidden"
      data-testid="camera"
      data-reader={reader}
    >
      <video ref={video} aria-label={t('video')} muted playsInline style={videoStyle(picture.capabilities.facesUser)} />
      <Frame />
      {flash && (
        <Box
          position="absolute"
          inset="0"
          borderRadius="l3"
          pointerEvents="none"
          borderWidth="8px"
          borderColor={flashes[flash]}
        />
      )}
    </Box>
  )
}

function videoStyle(isMirrored: boolean): CSSProperties {
  const place: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }
  return isMirrored ? { ...place, transform: 'scaleX(-1)' } : place
}

/** Only codes inside the frame are read. */
function Frame() {
  const side = `${frameShare * 100}cqmin`
  return (
    <Box
      aria-hidden
      position="absolute"
      width={side}
      height={side}
      borderRadius="xl"
      pointerEvents="none"
      borderWidth="3px"
      borderColor="white"
      boxShadow="0 0 0 100vmax rgb(0 0 0 / 45%)"
    />
  )
}
