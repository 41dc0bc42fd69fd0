import type { Config } from '#server/core/config.ts'

/** The `__Host-` prefix requires HTTPS, so cookies of a local address have no prefix. */
export function cookieSettings({ publicUrl }: Pick<Config, 'publicUrl'>, what: 'refresh' | 'device' | 'begun') {
  const secure = publicUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const
  return { name: secure ? `__Host-assay-${what}` : `assay-${what}`, options }
}
