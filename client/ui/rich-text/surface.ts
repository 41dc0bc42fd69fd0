import { useCallback, useEffect, useRef, useState } from 'react'
import type { Attributes, Delta } from '#shared/customization/delta.ts'
import { isTidy, paint, read, select, selectedSpan } from './dom.ts'
import * as model from './model.ts'

type Props = { value: Delta; onChange: (value: Delta) => void }

const shortcuts: Record<string, 'bold' | 'italic' | 'underline'> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
}

/**
 * An element that can be written in. The browser inserts and deletes letters, so that every keyboard and every input
 * method works; lines, formats and what is pasted are written to the text itself, and painted again.
 */
export function useSurface({ value, onChange }: Props) {
  const surface = useRef<HTMLDivElement>(null)
  /** What the surface shows, and what of it is selected or was last. */
  const shown = useRef<Delta>(undefined)
  const span = useRef<model.Span>({ from: 0, to: 0 })
  /** Chosen where nothing was selected: the next letters have it. */
  const chosen = useRef<model.WordFormat>(undefined)
  const report = useRef(onChange)
  report.current = onChange
  const [format, setFormat] = useState<Attributes>({})

  const tell = useCallback(() => {
    setFormat({ ...model.formatAt(shown.current!, span.current), ...chosen.current })
  }, [])

  const write = useCallback(
    (next: Delta, after: model.Span) => {
      shown.current = next
      span.current = after
      paint(surface.current!, next)
      surface.current!.focus()
      select(surface.current!, after)
      chosen.current = undefined
      tell()
      report.current(next)
    },
    [tell],
  )

  const insert = useCallback(
    (words: string) => {
      const { from } = span.current
      const end = from + words.length
      write(model.replace(shown.current!, span.current, words, chosen.current), { from: end, to: end })
    },
    [write],
  )

  const formatWords = useCallback(
    (set: { [K in keyof model.WordFormat]: model.WordFormat[K] | undefined }) => {
      const { from, to } = span.current
      if (from < to) return write(model.formatWords(shown.current!, span.current, set), span.current)
      const before = { ...model.formatAt(shown.current!, span.current), ...chosen.current, ...set }
      const entries = Object.entries(before).filter(([, on]) => on !== undefined)
      chosen.current = Object.fromEntries(entries) as model.WordFormat
      surface.current!.focus()
      setFormat((now) => ({ ...now, ...set }) as Attributes)
    },
    [write],
  )

  const formatLines = useCallback(
    (set: { [K in keyof model.LineFormat]: model.LineFormat[K] | undefined }) =>
      write(model.formatLines(shown.current!, span.current, set), span.current),
    [write],
  )

  // What comes from outside, such as a change that was taken back.
  useEffect(() => {
    if (shown.current === value) return
    const isFirst = shown.current === undefined
    shown.current = model.tidied(value)
    paint(surface.current!, shown.current)
    const most = model.textOf(shown.current).length - 1
    span.current = { from: Math.min(span.current.from, most), to: Math.min(span.current.to, most) }
    if (!isFirst && document.activeElement === surface.current) select(surface.current!, span.current)
    tell()
  }, [value, tell])

  useEffect(() => {
    const element = surface.current!
    const before = (event: InputEvent) => {
      const selected = selectedSpan(element)
      if (selected) span.current = selected
      const take = (work: () => void) => {
        event.preventDefault()
        work()
      }
      const { inputType } = event
      const shortcut = shortcuts[inputType]
      if (shortcut) return take(() => formatWords({ [shortcut]: format[shortcut] ? undefined : true }))
      if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return take(() => breakHere())
      if (inputType.startsWith('insertFrom')) {
        return take(() =>
          insert((event.dataTransfer?.getData('text/plain') ?? event.data ?? '').replace(/\r\n?/g, '\n')),
        )
      }
      if (inputType.startsWith('format') || inputType.startsWith('history')) return event.preventDefault()
      if (inputType === 'insertText' && chosen.current && event.data) return take(() => insert(event.data!))
      if (inputType === 'deleteContentBackward' && model.isAtFormattedStart(shown.current!, span.current)) {
        take(() => write(model.withoutLineFormat(shown.current!, span.current), span.current))
      }
    }
    const breakHere = () => {
      const next = model.breakLine(shown.current!, span.current)
      const grew =
        model.textOf(next).length > model.textOf(shown.current!).length - (span.current.to - span.current.from)
      const at = span.current.from + (grew ? 1 : 0)
      write(next, { from: at, to: at })
    }
    const after = (event: Event) => {
      const next = read(element)
      shown.current = next
      span.current = selectedSpan(element) ?? span.current
      chosen.current = undefined
      if (!(event as InputEvent).isComposing && !isTidy(element, next)) {
        paint(element, next)
        select(element, span.current)
      }
      tell()
      report.current(next)
    }
    const moved = () => {
      const selected = selectedSpan(element)
      if (!selected || (selected.from === span.current.from && selected.to === span.current.to)) return
      span.current = selected
      chosen.current = undefined
      tell()
    }
    element.addEventListener('beforeinput', before)
    element.addEventListener('input', after)
    document.addEventListener('selectionchange', moved)
    return () => {
      element.removeEventListener('beforeinput', before)
      element.removeEventListener('input', after)
      document.removeEventListener('selectionchange', moved)
    }
  }, [format, formatWords, insert, tell, write])

  return { surface, format, formatWords, formatLines, insert }
}
