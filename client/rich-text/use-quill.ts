import type { Op, default as Quill, Range } from 'quill'
import { useCallback, useEffect, useRef, useState } from 'react'
import type ReactQuill from 'react-quill'
import type { Attributes, Delta } from '#shared/customization/rich-text-delta.ts'
import { allowedFormat, toAllowedDelta } from './allowed-formats.ts'

type Props = { label: string; value: Delta; onChange: (value: Delta) => void }
/** Undefined removes a format. */
type Setting = { [K in keyof Attributes]: Attributes[K] | undefined }
const lineFormats = new Set(['header', 'blockquote', 'code-block', 'list', 'indent', 'align'])

/** Connects Quill with a value: applies values from outside, and reports only allowed content of the user's input. */
export function useQuill({ label, value, onChange }: Props) {
  const component = useRef<ReactQuill>(null)
  /** The value that Quill shows. */
  const shown = useRef(value)
  /** The current or last selection, for toolbar elements that take the focus. */
  const selected = useRef<Pick<Range, 'index' | 'length'>>({ index: 0, length: 0 })
  const [format, setFormat] = useState<Attributes>({})

  const look = useCallback((quill: Quill, at = selected.current) => {
    const end = quill.getLength() - 1
    const index = Math.min(at.index, end)
    const length = Math.min(at.length, end - index)
    selected.current = { index, length }
    setFormat(allowedFormat(quill.getFormat(index, length)))
  }, [])

  const show = useCallback((quill: Quill, text: Delta) => {
    const at = quill.getSelection()
    quill.setContents(text.ops as Op[], 'silent')
    if (at) quill.setSelection(at, 'silent')
  }, [])

  // A value from outside, such as an undone change.
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    const quill = component.current!.getEditor()
    show(quill, value)
    look(quill)
  }, [value, show, look])

  useEffect(() => {
    const { root } = component.current!.getEditor()
    root.setAttribute('role', 'textbox')
    root.setAttribute('aria-multiline', 'true')
    root.setAttribute('aria-label', label)
  }, [label])

  /** Called while Quill is still updating the caret, so the selection must not be read or set here. */
  const changed = (_html: string, _change: unknown, source: string) => {
    if (source !== 'user') return
    const quill = component.current!.getEditor()
    const { ops } = quill.getContents()
    const next = toAllowedDelta(ops)
    shown.current = next
    // Pasted content that is not allowed is also removed from the editor.
    if (JSON.stringify(next.ops) !== JSON.stringify(ops)) queueMicrotask(() => show(quill, next))
    onChange(next)
  }

  const setFormats = useCallback(
    (set: Setting) => {
      const quill = component.current!.getEditor()
      const { index, length } = selected.current
      for (const [name, setting] of Object.entries(set)) {
        const value = setting ?? false
        if (lineFormats.has(name)) quill.formatLine(index, length, name, value, 'user')
        else if (length > 0) quill.formatText(index, length, name, value, 'user')
        else {
          // Applies to the next typed text.
          quill.setSelection(index, 'user')
          quill.format(name, value, 'user')
        }
      }
      look(quill)
    },
    [look],
  )

  const insert = useCallback((words: string) => {
    const quill = component.current!.getEditor()
    const { index, length } = selected.current
    quill.deleteText(index, length, 'user')
    quill.insertText(index, words, 'user')
    quill.setSelection(index + words.length, 'user')
  }, [])

  const moved = (at: Range | null) => {
    if (at) look(component.current!.getEditor(), at)
  }

  return {
    quill: { ref: component, onChange: changed, onChangeSelection: moved },
    tools: { format, setFormats, insert },
  }
}
