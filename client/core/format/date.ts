import { format } from 'date-fns/format'
import { dateText } from './date-text.ts'

/** dd/MM/yyyy, in the time zone of the device. */
export function formatDate(instant: string | Date): string {
  return format(instant, 'dd/MM/yyyy')
}

export function formatDateTime(instant: string | Date): string {
  return format(instant, 'dd/MM/yyyy HH:mm')
}

/** Formats an instant (in the time zone of the device) or a day as all screens and inputs do: 03/05/2026 10:00, 03/05/2026. */
export function formatLocalDate(value: string): string {
  const isDay = value.length === 10
  return isDay ? dateText(value) : formatDateTime(value)
}
