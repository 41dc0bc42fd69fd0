import type { Finding, PartName } from '#shared/installation/contract.ts'
import type { installationText } from '#shared/installation/text.ts'

export type Kind = keyof (typeof installationText)['enUS']
/** The result of one check, before it gets the name of its part. */
export type Found = Pick<Finding, 'state' | 'values'> & { kind: Kind }

type Values = Readonly<Record<string, string | number>>
const found =
  (state: Finding['state']) =>
  (kind: Kind, values: Values = {}): Found => ({
    state,
    kind,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])),
  })

export const ok = found('ok')
export const warning = found('warning')
export const fault = found('fault')

export type Check = { part: PartName; run: () => Promise<Found> }

/** The reason of an error in a few words: never the URL or the password that it may contain. */
export function reasonOf(error: unknown): string {
  const { code, cause, name } = error as { code?: string; cause?: { code?: string }; name?: string }
  return cause?.code ?? code ?? (name === 'TimeoutError' ? 'timeout' : (name ?? 'error'))
}
