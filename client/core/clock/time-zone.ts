let cached: string | undefined

/**
 * The time zone of this device, such as Asia/Tokyo. Read once and not during start, because it is slow: it takes longer than the
 * rest of a save.
 */
export function deviceTimeZone(): string {
  cached ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return cached
}
