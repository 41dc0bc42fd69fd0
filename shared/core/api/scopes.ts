/** What API keys can reach. People have roles instead, see access.ts. */
export const scopedResources = ['codes', 'sku', 'shipments', 'events', 'webhooks'] as const
type ScopedResource = (typeof scopedResources)[number]
/** For readers of published passports, whom the merchant gives a key: what they read besides what everybody may read. */
export const passportScopes = ['passport:legitimate', 'passport:authority'] as const
export type KeyScope = `${ScopedResource}:${'read' | 'write'}` | (typeof passportScopes)[number]

/** All scopes that a key can have. A key with `write` only cannot read: each scope allows the routes that name it, and no others. */
export const scopes: readonly KeyScope[] = [
  ...scopedResources.flatMap((resource): KeyScope[] => [`${resource}:read`, `${resource}:write`]),
  ...passportScopes,
]
