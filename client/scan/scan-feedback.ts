/** The kinds of sound and vibration of an event. */
export type FeedbackKind = 'good' | 'again' | 'bad'

type Note = { hertz: number; ms: number; wave: OscillatorType }

/** They differ in pitch and rhythm: high and short, two in the middle, long and low. */
const toneSequences: Readonly<Record<FeedbackKind, readonly Note[]>> = {
  good: [{ hertz: 1320, ms: 90, wave: 'sine' }],
  again: [
    { hertz: 660, ms: 80, wave: 'sine' },
    { hertz: 660, ms: 80, wave: 'sine' },
  ],
  bad: [{ hertz: 196, ms: 380, wave: 'square' }],
}
const vibrationPatterns: Readonly<Record<FeedbackKind, number[]>> = { good: [40], again: [40, 60, 40], bad: [250] }
const pauseS = 0.05
const volume = { sine: 0.25, square: 0.08 } as Readonly<Record<OscillatorType, number>>

let context: AudioContext | undefined

/** Browsers allow sound after the first user action. Until then the feedback is silent. */
function playTones(kind: FeedbackKind): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state !== 'running') {
    void context.resume().catch(() => {})
    return
  }
  let at = context.currentTime
  for (const { hertz, ms, wave } of toneSequences[kind]) {
    const tone = new OscillatorNode(context, { type: wave, frequency: hertz })
    const gain = new GainNode(context, { gain: volume[wave] ?? 0 })
    tone.connect(gain).connect(context.destination)
    tone.start(at)
    tone.stop(at + ms / 1000)
    at += ms / 1000 + pauseS
  }
}

/** Plays the sound and vibrates where supported. The screen shows the same information. */
export function playFeedback(kind: FeedbackKind, { sound }: { sound: boolean }): void {
  if (sound) playTones(kind)
  navigator.vibrate?.(vibrationPatterns[kind])
}
