import { payloadFiles, photoKeys } from '#shared/verify/rules.ts'

/** Whether an anchored payload, or the facts that did not fit into it, contain photos of the product. */
export function hasPhotosIn(payload: string): boolean {
  // Fast path: a payload without files contains none of the keys.
  if (!photoKeys.some((key) => payload.includes(`"${key}"`))) return false
  return payloadFiles(JSON.parse(payload) as Record<string, unknown>, ...photoKeys).length > 0
}
