import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import type { VerifyResponse } from './contract.ts'

export const previewPath = '/verify/preview'

/** Sent by the preview frame when it is ready to receive a message. */
export const previewReady = 'assay-preview-ready'

/** Sent to the preview frame by its page. Both have the same origin, and check it. */
export type PreviewMessage = {
  kind: 'assay-preview'
  answer: VerifyResponse
  /** The printed code; empty if none exists yet. */
  code: string
  language: Language
  theme: Theme
  /** URLs (`blob:`) of pictures that are not uploaded yet, by the hash that the draft names them with. */
  pictures?: Readonly<Record<string, string>>
  /** CSS selector of the part that is edited: the preview keeps it in sight. */
  focus?: string
}
