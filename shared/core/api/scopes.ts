/** What API keys can reach. People have roles instead, see access.ts. */
export const scopedResources = ['codes', 'sku', 'shipments', 'events', 'webhooks'] as const
type ScopedResource = (typeof scopedResources)[number]
export type KeyScope = `${ScopedResource}:${'read' | 'write'}`

/** All scopes that a key can have. A key with `write` only cannot read: each scope allows the routes that name it, and no others. */
export const scopes = scopedResources.flatMap((resource): KeyScope[] => [`${resource}:read`, `${resource}:write`])
