import { useEffect } from 'react'
import { supportEmail } from '#client/core/session/support-email.ts'
import { supportContract } from '#shared/support/contract.ts'
import { useRead } from './query-client.ts'

/** The address of support. `enabled`: request it from the server now; otherwise the stored address is used. */
export function useSupportEmail(enabled = true): string {
  const given = useRead(supportContract.contact, {}, { quiet: true, enabled }).data?.email
  const stored = supportEmail(({ email }) => email)
  useEffect(() => {
    if (given) supportEmail.setState({ email: given })
  }, [given])
  return given ?? stored
}
