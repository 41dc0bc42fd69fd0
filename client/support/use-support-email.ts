import { useEffect } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { supportEmail } from '#client/core/http/support-email.ts'
import { supportContract } from '#shared/support/contract.ts'

/** The e-mail of support. `enabled`: request it from the server now; otherwise the stored one is used. */
export function useSupportEmail(enabled = true): string {
  const given = useRead(supportContract.contact, {}, { quiet: true, enabled }).data?.email
  const stored = supportEmail(({ email }) => email)
  useEffect(() => {
    if (given) supportEmail.setState({ email: given })
  }, [given])
  return given ?? stored
}
