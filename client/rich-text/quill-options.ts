import type { QuillOptions } from 'quill'
import { richTextFormats } from '#shared/customization/rich-text-delta.ts'

// Made once: another object would make react-quill build another editor.

export const formats = [...richTextFormats]

/** Tab leaves the editor as it leaves every field. Quill's default indents, which traps keyboard users. */
const withoutTab = Object.fromEntries(
  ['indent', 'outdent', 'indent code-block', 'outdent code-block', 'remove tab', 'tab', 'table tab'].map((name) => [
    name,
    null,
  ]),
)

export const modules: QuillOptions['modules'] = {
  keyboard: { bindings: withoutTab },
  // The editor around takes back and does again: two histories of one text would contradict each other.
  history: { maxStack: 0 },
}
