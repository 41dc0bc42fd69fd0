import { format } from 'date-fns/format'

/** dd/MM/yyyy, in the time zone of the device. */
export function formatDate(instant: string | Date): string {
  return format(instant, 'dd/MM/yyyy')
}

export function formatDateTime(instant: string | Date): string {
  return format(instant, 'dd/MM/yyyy HH:mm')
}
