import type { QuillOptions } from 'quill'
import { richTextFormats } from '#shared/customization/rich-text-delta.ts'

// A constant, because react-quill creates a new editor when the object changes.

export const formats = [...richTextFormats]

/** Tab leaves the editor, as in every field. By default Quill indents, which traps keyboard users. */
const withoutTab = Object.fromEntries(
  ['indent', 'outdent', 'indent code-block', 'outdent code-block', 'remove tab', 'tab', 'table tab'].map((name) => [
    name,
    null,
  ]),
)

export const modules: QuillOptions['modules'] = {
  keyboard: { bindings: withoutTab },
  // Quill's history is off, because the surrounding editor has undo and redo.
  history: { maxStack: 0 },
}
