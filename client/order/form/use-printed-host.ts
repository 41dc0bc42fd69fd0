import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { brandHostContract } from '#shared/host/contract.ts'

/** The sentence about the custom domain that new codes contain; undefined without one, and for people who may not read it. */
export function usePrintedHost(): string | undefined {
  const t = useText('order')
  // Partners see the form, too.
  const denied = useDeniedReason(brandHostContract.list.access)
  const hosts = useRead(brandHostContract.list, {}, { quiet: true, enabled: denied === undefined })
  const printed = hosts.data?.rows.find(({ isPrinted }) => isPrinted)
  return printed && t('linkHost', { host: printed.name })
}
