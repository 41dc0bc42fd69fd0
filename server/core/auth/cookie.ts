import type { Config } from '#server/core/config.ts'

/** The `__Host-` prefix needs HTTPS; a local address goes without. */
export function cookieSettings({ publicUrl }: Pick<Config, 'publicUrl'>, what: 'refresh' | 'device') {
  const secure = publicUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const
  return { name: secure ? `__Host-assay-${what}` : `assay-${what}`, options }
}
