import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'

/**
 * Formats a number for a text on a screen; a decimal as text is formatted without rounding. Numbers follow the browser's locale, but a
 * Russian text has Russian numbers in every browser: "9,814" would be read as less than ten. English is also the text of people
 * whose language Assay does not have. They keep the number format of their browser.
 */
export function formatNumber(value: number | `${number}`, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(numberLocale(), options).format(value)
}

function numberLocale(): string | undefined {
  const isRussian = navigator.language.toLowerCase().startsWith('ru')
  return preferences.getState().language === 'ruRU' && !isRussian ? localeTag.ruRU : undefined
}

/** Formats a share of 0 to 1 in percent, with one decimal at most. */
export const formatShare = (share: number): string =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0)
  const options = { style: 'unit', unit: units[step]!, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return formatNumber(bytes / 1024 ** step, options)
}

/** Shortens a file name: a base of more than nine characters keeps its first five and last four, and the extension. */
export function shortFileName(name: string): string {
  const [, base = name, extension = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? []
  const letters = [...base]
  return letters.length > 9 ? `${letters.slice(0, 5).join('')}...${letters.slice(-4).join('')}${extension}` : name
}

/** Formats a duration in its two largest units: 3 h 20 min, 45 s. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor((whole % 3600) / 60), 'minute'],
    [whole % 60, 'second'],
  ]
  const first = parts.findIndex(([value]) => value > 0)
  const shown = first < 0 ? parts.slice(2) : parts.slice(first, first + 2).filter(([value]) => value > 0)
  return shown.map(([value, unit]) => formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })).join(' ')
}
