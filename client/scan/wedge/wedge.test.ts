import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { flushAfterMs } from './burst.ts'
import { listenToWedge } from './wedge.ts'

let now = 0
let timers: { at: number; over: () => void }[] = []
let bursts: (readonly string[])[] = []
let stop = () => {}

/** Advances the time and runs due timers. */
function wait(ms: number): void {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { over } of due) over()
}

beforeEach(() => {
  now = 0
  timers = []
  bursts = []
  stop = listenToWedge(window, (texts) => bursts.push(texts), {
    timeOf: () => now,
    after: (ms, over) => {
      const timer = { at: now + ms, over }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** Presses a key as a browser does: a character that is not prevented is inserted into the focused field. */
function key(name: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })
  const target = document.activeElement ?? document.body
  const passed = target.dispatchEvent(event)
  if (passed && name.length === 1 && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
    target.setRangeText(name, target.selectionStart!, target.selectionEnd!, 'end')
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return passed
}

function typeScan(text: string, ms = 5): void {
  for (const letter of text) {
    wait(ms)
    key(letter)
  }
}

function focused<K extends 'input' | 'textarea' | 'select' | 'button'>(tag: K): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  document.body.append(element)
  element.focus()
  return element
}

describe('a burst of keys [OF04]', () => {
  test.each(['Enter', 'Tab'])('is reported once when it ends with %s, and the key has no other effect', (last) => {
    typeScan('HTTPS://ASSAY.EXAMPLE/V/1')
    wait(5)
    expect(key(last)).toBe(false)
    wait(1000)
    expect(bursts).toEqual([['HTTPS://ASSAY.EXAMPLE/V/1']])
    expect(key(last)).toBe(true)
  })

  test('does not submit a form or open anything when it ends with CR LF', () => {
    for (const [second, more] of [
      ['Enter', {}],
      ['j', { ctrlKey: true, code: 'KeyJ' }],
    ] as const) {
      typeScan('0123456789')
      key('Enter')
      wait(5)
      key('Control')
      expect(key(second, more)).toBe(false)
      wait(1000)
      expect(key(second, more)).toBe(true)
    }
    expect(bursts).toEqual([['0123456789'], ['0123456789']])
  })

  test('ignores the key events of browser autofill', () => {
    expect(document.body.dispatchEvent(new Event('keydown', { bubbles: true }))).toBe(true)
  })

  test('is reported after a pause when it has no final key', () => {
    typeScan('4601234567890')
    wait(flushAfterMs - 1)
    expect(bursts).toEqual([])
    wait(1)
    expect(bursts).toEqual([['4601234567890']])
    expect(key('Enter')).toBe(true)
    expect(bursts).toHaveLength(1)
  })

  test('is reported as a whole when a busy browser delivers it in parts', () => {
    const field = focused('input')
    field.value = 'Kursk'
    typeScan('HTTPS://ASSAY.EXA')
    // The timer fires while the keys, pressed in time, are still queued for the page.
    for (const { over } of timers.splice(0)) over()
    typeScan('MPLE/V/1')
    key('Enter')
    expect(bursts).toEqual([['HTTPS://ASSAY.EXA'], ['HTTPS://ASSAY.EXAMPLE/V/1']])
    expect(field.value).toBe('Kursk')
  })

  test('does not change typing that follows after a pause', () => {
    const field = focused('input')
    typeScan('0123456789')
    wait(150)
    key('a')
    expect(bursts).toEqual([['0123456789']])
    expect(field.value).toBe('a')
    wait(1000)
    expect(bursts).toHaveLength(1)
  })

  test.each(['input', 'textarea'] as const)('leaves the focused %s unchanged: text, selection, caret', (tag) => {
    const field = focused(tag)
    field.value = 'from Kursk to Oryol'
    field.setSelectionRange(5, 10)
    const inputs: string[] = []
    field.addEventListener('input', () => inputs.push(field.value))
    typeScan('0123456789')
    key('Enter')
    expect(field.value).toBe('from Kursk to Oryol')
    expect([field.selectionStart, field.selectionEnd]).toEqual([5, 10])
    expect(inputs.at(-1)).toBe('from Kursk to Oryol')
    expect(bursts).toEqual([['0123456789']])
  })

  test('leaves a select unchanged', () => {
    const choice = focused('select')
    choice.append(new Option('Apples', 'a'), new Option('Hops', 'h'))
    typeScan('HTT')
    choice.value = 'h'
    typeScan('PS://X')
    key('Enter')
    expect(choice.value).toBe('a')
  })

  test('does not press a button', () => {
    const pressed: string[] = []
    focused('button').addEventListener('keydown', ({ key }) => pressed.push(key))
    typeScan('0123456789')
    key('Enter')
    expect(pressed.join('')).toBe('01234')
  })

  test('is also returned in US layout when another layout garbles it', () => {
    const russian: [string, KeyboardEventInit][] = [
      ['Р', { code: 'KeyH', shiftKey: true }],
      ['Е', { code: 'KeyT', shiftKey: true }],
      ['Ж', { code: 'Semicolon', shiftKey: true }],
      ['.', { code: 'Slash' }],
      ['М', { code: 'KeyV', shiftKey: true }],
      ['1', { code: 'Digit1' }],
      ['7', { code: 'Numpad7' }],
    ]
    for (const [name, more] of russian) {
      wait(5)
      key('Shift')
      key(name, more)
    }
    key('Enter')
    expect(bursts).toEqual([['РЕЖ.М17', 'HT:/V17']])
  })

  test('is treated as typing when it has fewer keys than a scanner sends', () => {
    const field = focused('input')
    typeScan('then')
    expect(key('Enter')).toBe(true)
    wait(1000)
    expect(field.value).toBe('then')
    expect(bursts).toEqual([])
  })

  test('ignores held keys, shortcuts and input methods', () => {
    for (let n = 0; n < 20; n++) {
      wait(5)
      expect(key('a', { repeat: true })).toBe(true)
      expect(key('v', { ctrlKey: true })).toBe(true)
      expect(key('ж', { isComposing: true })).toBe(true)
    }
    wait(1000)
    expect(bursts).toEqual([])
  })

  test('can follow another without a pause', () => {
    for (const text of ['ABCDEF', 'GHIJKL']) {
      typeScan(text)
      key('Enter')
    }
    expect(bursts).toEqual([['ABCDEF'], ['GHIJKL']])
  })

  test('is not captured after the listener is removed', () => {
    stop()
    typeScan('0123456789')
    wait(1000)
    expect(bursts).toEqual([])
  })
})
