import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { LuCameraOff, LuFlashlight } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { setTorch, setZoom } from '#client/scan/decode/camera-capabilities.ts'
import { nameCameras } from '#client/scan/decode/camera-names.ts'
import { Select } from '#client/ui/form/select.tsx'
import type { CameraFeed, ScanCamera } from './use-camera.ts'

/** The controls that the current camera supports. */
export function CameraControls({ camera }: { camera: ScanCamera }) {
  return camera.state.step === 'on' ? <Controls camera={camera} picture={camera.state.picture} /> : null
}

function Controls({ camera, picture }: { camera: ScanCamera; picture: CameraFeed }) {
  const t = useText('scan')
  const { track, capabilities: abilities, cameras } = picture
  return (
    <Flex wrap="wrap" gap="2" align="center">
      {abilities.torch && <Torch key={track.id} track={track} />}
      <Button variant="outline" onClick={camera.stop}>
        <LuCameraOff aria-hidden />
        {t('stop')}
      </Button>
      {cameras.length > 1 && (
        <Select
          frame={{ width: 'auto', flex: '1 1 10rem' }}
          aria-label={t('chooseCamera')}
          value={track.getSettings().deviceId ?? ''}
          options={nameCameras(cameras).map(({ id, side, name, number }) => ({
            value: id,
            label: side ? t(`${side}Camera`, { number }) : name || t('cameraNumber', { number }),
          }))}
          onChange={camera.choose}
        />
      )}
      {abilities.zoom && <Zoom key={`zoom ${track.id}`} track={track} {...abilities.zoom} />}
    </Flex>
  )
}

function Torch({ track }: { track: MediaStreamTrack }) {
  const t = useText('scan')
  const [isTorchOn, setTorchOn] = useState(false)
  const toggle = async () => {
    if (await setTorch(track, !isTorchOn)) setTorchOn(!isTorchOn)
  }
  return (
    <IconButton
      variant={isTorchOn ? 'solid' : 'outline'}
      aria-label={t('torch')}
      aria-pressed={isTorchOn}
      onClick={() => void toggle()}
    >
      <LuFlashlight />
    </IconButton>
  )
}

type ZoomProps = { track: MediaStreamTrack; min: number; max: number; step: number }

function Zoom({ track, min, max, step }: ZoomProps) {
  const t = useText('scan')
  const [zoom, change] = useState(min)
  const id = useId()
  const set = (next: number) => {
    change(next)
    void setZoom(track, next)
  }
  return (
    <Flex align="center" gap="3" flex="1 1 100%">
      <label htmlFor={id}>{t('zoom')}</label>
      <chakra.input
        id={id}
        type="range"
        flex="1"
        minWidth="0"
        height="11"
        accentColor="primary.solid"
        min={min}
        max={max}
        step={step}
        value={zoom}
        onChange={({ target }) => set(target.valueAsNumber)}
      />
      <Text minWidth="10" textAlign="end" aria-hidden fontVariantNumeric="tabular-nums">
        {formatNumber(zoom, { maximumFractionDigits: 1 })}×
      </Text>
    </Flex>
  )
}
