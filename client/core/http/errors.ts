import { textOf } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { StorageFullError } from '#client/core/offline/database/storage-full.ts'
import { OwnerSignedOutError } from '#client/core/offline/outbox/owner-signed-out.ts'
import { crossSiteProblemCode } from '#shared/core/api/session.ts'
import { ApiError } from './api.ts'
import { NetworkError } from './request.ts'
import { supportEmail } from './support-email.ts'

const htmlPattern = /^\s*<(!doctype|html)/i

/** Finds the text of an error body of any format. Returns undefined when there is none. */
export function errorBodyText(body: unknown): string | undefined {
  if (typeof body === 'string') return htmlPattern.test(body) ? 'Undefined error' : body.trim() || undefined
  if (typeof body !== 'object' || body === null) return undefined
  const { message, error } = body as { message?: unknown; error?: unknown }
  return messageText(message) ?? (typeof error === 'string' && error ? error : undefined)
}

/** `message` is a sentence, or a list whose first item has nested messages with a `message` or an `id`. */
function messageText(message: unknown): string | undefined {
  if (typeof message === 'string') return message || undefined
  const nested = Array.isArray(message) ? message[0]?.messages?.[0] : undefined
  const words = nested?.message ?? nested?.id
  return typeof words === 'string' && words ? words : undefined
}

export function errorText(error: unknown): string {
  const t = textOf('app')
  if (error instanceof NetworkError) return t('unreachable')
  if (error instanceof StorageFullError) return t('storageFull')
  if (error instanceof OwnerSignedOutError) return t('notYours')
  // The name in Dexie, which only screens with offline data load. A newer version in another tab closes the database.
  if (error instanceof Error && error.name === 'DatabaseClosedError') return t('tabOutdated')
  const words = error instanceof ApiError ? errorBodyText(error.body) : undefined
  const { email } = supportEmail.getState()
  return words ?? (email ? t('oops', { email }) : t('oopsAlone'))
}

/** Shows a failed call. The notification stays until dismissed, and shows the reference for support. */
export function showError(error: unknown): void {
  // The session shows its own message when it ends.
  if (
    error instanceof ApiError &&
    error.hasProblem &&
    (error.status === 401 || error.status === 403) &&
    error.code !== crossSiteProblemCode
  )
    return
  const reference = error instanceof ApiError ? error.reference : ''
  notify({ tone: 'error', title: errorText(error), ...(reference && { reference }) })
}

/** Runs work that is not awaited. Notifies the user when it fails. */
export function showErrorOnFailure(work: Promise<unknown>): void {
  work.catch(showError)
}

export function showErrorMessage(title: string): void {
  notify({ tone: 'error', title })
}
