import { useEffect, useRef, useState } from 'react'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import type { AttachmentExt } from '#shared/form/question-types/files/attachment.ts'

type Sound = { content: Uint8Array<ArrayBuffer>; ext: AttachmentExt; seconds: number }
type Failure = 'microphoneDenied' | 'recordingFailed' | 'recordingUnsupported'

/** The containers that browsers write, the smallest first. */
const containers = [
  { type: 'audio/webm;codecs=opus', ext: '.webm' },
  { type: 'audio/ogg;codecs=opus', ext: '.ogg' },
  { type: 'audio/mp4', ext: '.m4a' },
] as const
const bitsPerSecond = 32_000
/** How often time and level change on the screen, ms. */
const tick = 200

type Running = { stop: () => void; release: () => void }

/** Records from the microphone until it is stopped, or for `most` seconds. */
export function useRecorder(most: number, onSound: (sound: Sound) => Promise<void>) {
  const [failure, setFailure] = useState<Failure>()
  const [state, setState] = useState<{ seconds: number; level: number }>()
  const running = useRef<Running>(undefined)
  const take = useRef(onSound)
  take.current = onSound
  /** Counts starts, and the end of the screen: a permission that is given after the next one opens no microphone. */
  const newest = useRef(0)
  // Leaving the screen ends the use of the microphone.
  useEffect(
    () => () => {
      newest.current++
      running.current?.release()
    },
    [],
  )

  async function start(): Promise<void> {
    const container = containers.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type))
    if (!container || !navigator.mediaDevices) return setFailure('recordingUnsupported')
    setFailure(undefined)
    const number = ++newest.current
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (number === newest.current) record(stream, container)
      else for (const track of stream.getTracks()) track.stop()
    } catch (error) {
      setFailure((error as Error).name === 'NotAllowedError' ? 'microphoneDenied' : 'recordingFailed')
    }
  }

  function record(stream: MediaStream, { type, ext }: (typeof containers)[number]): void {
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond })
    const parts: Blob[] = []
    const from = performance.now()
    const seconds = () => Math.min(most, Math.round((performance.now() - from) / 1000))
    const meter = levelOf(stream)
    const timer = setInterval(() => {
      setState({ seconds: seconds(), level: meter.level() })
      if (seconds() >= most) running.current?.stop()
    }, tick)
    const release = () => {
      clearInterval(timer)
      meter.close()
      for (const track of stream.getTracks()) track.stop()
      running.current = undefined
    }
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onerror = () => {
      release()
      setState(undefined)
      setFailure('recordingFailed')
    }
    recorder.onstop = () => {
      const length = Math.max(1, seconds())
      release()
      setState(undefined)
      const read = async () => new Uint8Array(await new Blob(parts).arrayBuffer())
      showErrorOnFailure(read().then((content) => take.current({ content, ext, seconds: length })))
    }
    running.current = { release, stop: () => recorder.state !== 'inactive' && recorder.stop() }
    setState({ seconds: 0, level: 0 })
    recorder.start()
  }

  return { failure, state, start, stop: () => running.current?.stop() }
}

/** How loud it is now, 0 to 1. */
function levelOf(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * 4)
    },
    close: () => void context.close(),
  }
}
