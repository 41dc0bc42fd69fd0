import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { passkey } from '#server/auth/table.ts'
import type { Config } from '#server/core/config.ts'
import type { NewCredential, UsedCredential } from '#shared/auth/passkey/contract.ts'

/** Most processes never need it, so it is loaded by the first call that does. */
const library = () => import('@simplewebauthn/server')

/** Passkeys belong to the host of PUBLIC_URL, and are accepted from its pages only. */
function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

type Known = Pick<typeof passkey.$inferSelect, 'credentialId' | 'transports'>
const transportsOf = ({ transports }: Known) => transports as AuthenticatorTransport[]

/** The authenticator stores the account with the passkey and checks the person, so that the passkey alone signs in. */
const selection = { residentKey: 'required', userVerification: 'required' } as const

/** EdDSA, ES256 and RS256. Without a list, the library asks Node for ML-DSA, which Node has as an experiment and reports with a warning. */
const algorithms = { supportedAlgorithmIDs: [-8, -7, -257] }

/** What a browser needs to make a passkey. `known`: the passkeys of the account; an authenticator of one of them makes no second one. */
export async function creationOptions(
  config: Pick<Config, 'publicUrl'>,
  { id, email, username, challenge }: { id: string; email: string; username: string; challenge: string },
  known: readonly Known[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Assay',
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: username,
    challenge: Buffer.from(challenge, 'base64url'),
    excludeCredentials: known.map((one) => ({ id: one.credentialId, transports: transportsOf(one) })),
    authenticatorSelection: selection,
    attestationType: 'none',
    ...algorithms,
  })
}

/** What a browser needs to sign. It names no passkey, so the same for everybody. */
export async function requestOptions(config: Pick<Config, 'publicUrl'>, challenge: string) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
  })
}

/** The challenge that a browser has signed; undefined if the data are damaged. */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** A new passkey after its check; undefined if it is not valid. The library throws for each of the many reasons. */
export async function verifyNew(config: Pick<Config, 'publicUrl'>, response: NewCredential, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = relyingParty(config)
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    ...algorithms,
  }).catch(() => undefined)
  if (!checked?.registrationInfo) return undefined
  const { credential, credentialBackedUp: backedUp } = checked.registrationInfo
  const { id: credentialId, publicKey, counter } = credential
  return {
    ...{ credentialId, counter, backedUp, publicKey: Buffer.from(publicKey) },
    transports: response.response.transports ?? [],
  }
}

/** The counter and the state of a passkey after the check of its signature; undefined if the signature is not accepted. */
export async function verifyUsed(
  config: Pick<Config, 'publicUrl'>,
  response: UsedCredential,
  { challenge, stored }: { challenge: string; stored: typeof passkey.$inferSelect },
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = relyingParty(config)
  const { credentialId: id, publicKey, counter } = stored
  const checked = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, counter, publicKey: new Uint8Array(publicKey), transports: transportsOf(stored) },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp }
}
