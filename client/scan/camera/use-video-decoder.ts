import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { CodeKind } from '#client/scan/decode/code-kind.ts'
import { cropArea } from '#client/scan/decode/crop-area.ts'
import { openDecoder } from '#client/scan/decode/decoder.ts'
import { frameSource, runFrameLoop } from '#client/scan/decode/frame-loop.ts'
import type { ReaderName } from '#client/scan/decode/reader-chain.ts'

type Options = { kind?: CodeKind; onText: (text: string) => void; onFailed: () => void }

/** Shows the stream in the video, and reads the codes behind the frame while it runs. Returns the decoder. */
export function useVideoDecoder(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream,
  { kind = 'qr', onText, onFailed }: Options,
): ReaderName | undefined {
  const [reader, setReader] = useState<ReaderName>()
  const read = useEffectEvent((texts: readonly string[]) => {
    for (const text of texts) onText(text)
  })
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    const element = video.current!
    element.srcObject = stream
    const stop = new AbortController()
    // If playing is denied, the first frame stays.
    const play = () => void element.play().catch(() => {})
    play()
    // iOS leaves the video paused when the page comes back.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && play(), stop)
    const decoder = openDecoder(kind)
    const look = async () => {
      const frame = await captureFrame(element)
      if (!frame) return
      const result = await decoder.read(frame)
      if (stop.signal.aborted) return
      setReader(result.reader)
      read(result.texts)
    }
    runFrameLoop(frameSource(element), look, stop.signal).catch(() => {
      if (!stop.signal.aborted) failed()
    })
    return () => {
      stop.abort()
      decoder.close()
      element.srcObject = null
    }
  }, [video, stream, kind])

  return reader
}

/** The part of the video behind the frame; undefined while the video has no data. */
async function captureFrame(video: HTMLVideoElement): Promise<ImageBitmap | undefined> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined
  const box = { width: video.clientWidth, height: video.clientHeight }
  const { x, y, width, height } = cropArea({ width: video.videoWidth, height: video.videoHeight }, box)
  return createImageBitmap(video, x, y, width, height).catch(() => undefined)
}
