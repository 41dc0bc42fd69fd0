import { fixedZones, offsetOfFixedZone } from '#client/core/time-text/zone-time.ts'

type Say = (key: 'allYear', values: { zone: string }) => string

/** The zones to choose from: those that are likely first, then clocks that are never changed, then all places. */
export function zoneOptions(timeZone: string, asked: string | undefined, t: Say): { value: string; label: string }[] {
  const likely = [timeZone, ...(asked ? [asked] : []), 'UTC']
  const zones = [...new Set([...likely, ...fixedZones, ...Intl.supportedValuesOf('timeZone')])]
  return zones.map((value) => ({
    value,
    label: offsetOfFixedZone(value) === undefined ? value : t('allYear', { zone: value }),
  }))
}
