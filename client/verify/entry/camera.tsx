import { useEffect, useRef, useState } from 'react'
import { useVideoDecoder } from '#client/scan/camera/use-video-decoder.ts'
import { type CameraError, type CameraProblem, closeCamera, openCamera } from '#client/scan/decode/camera.ts'
import { scanText } from '#shared/scan/text.ts'
import type { CameraProps } from './camera-button.tsx'

/** The camera until it has read a code, or the reason why it is unavailable. The text field stays below. */
export function Camera({ language, onText, onEnd, t }: CameraProps) {
  const words = scanText[language]
  const [stream, setStream] = useState<MediaStream>()
  const [problem, setProblem] = useState<CameraProblem>()

  useEffect(() => {
    if (problem) return
    let open: MediaStream | undefined
    let isOver = false
    openCamera().then(
      (opened) => {
        if (isOver) return closeCamera(opened)
        open = opened
        setStream(opened)
      },
      (error: CameraError) => !isOver && setProblem(error.problem ?? 'unsupported'),
    )
    return () => {
      isOver = true
      if (open) closeCamera(open)
      setStream(undefined)
    }
  }, [problem])

  if (problem) {
    return (
      <div className="camera-problem" role="alert">
        <p>
          <strong>{words[`${problem}Title`]}</strong>
        </p>
        <p>
          {words[`${problem}Hint`]} {t('typeInstead')}
        </p>
        <button type="button" className="plain" onClick={() => setProblem(undefined)}>
          {words.retry}
        </button>
      </div>
    )
  }
  return (
    <div className="camera">
      {stream ? (
        <Live
          stream={stream}
          label={words.video}
          onText={onText}
          onEnd={onEnd}
          onFailed={() => setProblem('decoder')}
        />
      ) : (
        <p role="status">{words.starting}</p>
      )}
      <p role="status">{stream && words.aim}</p>
      <button type="button" className="plain" onClick={onEnd}>
        {t('stopScan')}
      </button>
    </div>
  )
}

type LiveProps = Pick<CameraProps, 'onText' | 'onEnd'> & { stream: MediaStream; label: string; onFailed: () => void }

function Live({ stream, label, onText, onEnd, onFailed }: LiveProps) {
  const video = useRef<HTMLVideoElement>(null)
  useVideoDecoder(video, stream, { onText: (text) => onText(text) && onEnd(), onFailed })
  return (
    <div className="picture">
      <video ref={video} aria-label={label} muted playsInline />
      <span className="aim" aria-hidden="true" />
    </div>
  )
}
