import { useEffect, useState } from 'react'

/** A time, dd/MM/yyyy HH:mm: rendered in UTC on the server, and in local time when scripts run. */
export function LocalTime({ at }: { at: string }) {
  const [isLocal, setLocal] = useState(false)
  useEffect(() => setLocal(true), [])
  return (
    <time dateTime={at}>{isLocal ? formatMoment(new Date(at), true) : `${formatMoment(new Date(at), false)} UTC`}</time>
  )
}

export function formatMoment(date: Date, isLocal: boolean): string {
  const [day, month, year, hour, minute] = isLocal
    ? [date.getDate(), date.getMonth(), date.getFullYear(), date.getHours(), date.getMinutes()]
    : [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), date.getUTCHours(), date.getUTCMinutes()]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(day)}/${two(month + 1)}/${year} ${two(hour)}:${two(minute)}`
}
