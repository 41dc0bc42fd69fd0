import { KeyboardCode, KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core'

const sensorKeys: readonly string[] = Object.values(KeyboardCode)

/**
 * The keyboard sensor of dnd-kit, which starts to listen in a timer after the key that lifts an item. On a busy device
 * the next key comes before the timer: it would be lost, and an arrow key would scroll the page instead. Such keys are
 * held, and repeated when the sensor listens.
 */
export class SortableKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props)
    holdKeys()
  }
}

function holdKeys(): void {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    if (!sensorKeys.includes(event.code)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  const listen = () => document.addEventListener('keydown', hold, { capture: true })
  // One key in each task, because the sensor computes a move from the state that React has rendered after the last one.
  const repeatNext = () => {
    document.removeEventListener('keydown', hold, { capture: true })
    const event = held.shift()
    if (!event) return
    const { code, key } = event
    event.target?.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }))
    listen()
    setTimeout(repeatNext)
  }
  listen()
  // Timers with the same delay run in their order, so the timer of the sensor runs before.
  setTimeout(repeatNext)
}
