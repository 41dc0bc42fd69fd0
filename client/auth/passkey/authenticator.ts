import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { call } from '#client/core/http/query-client.ts'
import { type NewCredential, passkeyContract, type UsedCredential } from '#shared/auth/passkey/contract.ts'
import type { ResponseBody } from '#shared/core/api/contract.ts'

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type NewOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** A person closed the dialog of the browser or let it end, or another request has replaced this one. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Asks the authenticator for a signature. With `autofill`, the browser offers passkeys in the input of the user name, and this waits until
 * the person chooses one. Undefined if the person does not, or if the browser has no such offer.
 */
export async function askForPasskey({ autofill }: { autofill: boolean }): Promise<UsedCredential | undefined> {
  if (autofill && !(await browserSupportsWebAuthnAutofill())) return undefined
  const optionsJSON = (await call(passkeyContract.options, {})) as SignInOptions
  const signed = startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
  return (await unlessCancelled(signed)) as UsedCredential | undefined
}

/** Makes a passkey; undefined if the person cancels it. */
export async function makePasskey(
  options: ResponseBody<typeof passkeyContract.newOptions>,
): Promise<NewCredential | undefined> {
  return (await unlessCancelled(startRegistration({ optionsJSON: options as NewOptions }))) as NewCredential | undefined
}

/** Ends the offer in the input of the user name. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

async function unlessCancelled<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
}
