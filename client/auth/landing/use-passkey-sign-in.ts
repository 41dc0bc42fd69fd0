import { useEffect, useEffectEvent, useState } from 'react'
import { canUsePasskeys, loadAuthenticator } from '#client/auth/passkey/can-use-passkeys.ts'
import { ApiError } from '#client/core/http/api.ts'
import { showError } from '#client/core/http/errors.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { Session } from '#shared/auth/contract.ts'
import { passkeyContract } from '#shared/auth/passkey/contract.ts'

type Options = {
  /** "Keep me signed in", when the passkey is used. */
  keep: () => boolean
  /** Applies the session, or handles the error of the call. */
  enter: (signedIn: Promise<Session>) => Promise<void>
}
type PasskeySignIn = { ask: () => void; isPending: boolean }

/**
 * Signs in with a passkey: by a button that calls `ask`, and by the offer of the browser in the input of the user name. Undefined if the
 * browser has no passkeys.
 */
export function usePasskeySignIn({ keep, enter }: Options): PasskeySignIn | undefined {
  const t = useText('auth')
  const signIn = useWrite(passkeyContract.signIn)
  const [isPending, setPending] = useState(false)
  /** Counts the offers: a press of the button, or a refused passkey, ends the one before. */
  const [offer, setOffer] = useState(0)

  const run = useEffectEvent(async (autofill: boolean) => {
    const { askForPasskey } = await loadAuthenticator()
    const credential = await askForPasskey({ autofill })
    if (!credential) return
    // The call shows its errors.
    await enter(signIn.mutateAsync({ body: { credential, keep: keep() } })).catch(() => setOffer((count) => count + 1))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is a new offer.
  useEffect(() => {
    if (!canUsePasskeys()) return
    // Without a connection, or if the browser refuses, the page is used without the offer.
    run(true).catch(() => undefined)
    return () => void loadAuthenticator().then(({ stopAsking }) => stopAsking())
  }, [offer])

  if (!canUsePasskeys()) return undefined
  const press = async () => {
    setPending(true)
    try {
      const { askForPasskey } = await loadAuthenticator()
      const credential = await askForPasskey({ autofill: false })
      if (credential) await enter(signIn.mutateAsync({ body: { credential, keep: keep() } })).catch(() => undefined)
    } catch (error) {
      if (error instanceof ApiError || error instanceof NetworkError) showError(error)
      else notify({ tone: 'error', title: t('passkeyFailed') })
    } finally {
      setPending(false)
      setOffer((count) => count + 1)
    }
  }
  return { ask: () => void press(), isPending }
}
