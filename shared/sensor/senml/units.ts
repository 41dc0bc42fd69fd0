import type { SensorUnit } from '#shared/sensor/units.ts'

/** m/s² in one g, the standard acceleration of gravity (3rd CGPM, 1901). */
const standardGravity = 9.80665

type Conversion = { unit: SensorUnit; convert?: (value: number) => number }

/**
 * The units of RFC 8428 (registry "SenML Units" of IANA) that sensors here measure in. The registry has no unit of
 * Fahrenheit, also not among the secondary units of RFC 8798. Its `g` is the gram: accelerations are in `m/s2`.
 */
const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ['Cel', { unit: '°C' }],
  ['K', { unit: '°C', convert: (value) => value - 273.15 }],
  ['%RH', { unit: '%RH' }],
  ['lx', { unit: 'lux' }],
  ['m/s2', { unit: 'g', convert: (value) => value / standardGravity }],
])

/** A value in a unit of sensors; undefined for other units. Converted values have three decimals. */
export function fromSenmlUnit(value: number, unit: string): { unit: SensorUnit; value: number } | undefined {
  const conversion = conversions.get(unit)
  if (!conversion) return undefined
  const { convert } = conversion
  return { unit: conversion.unit, value: convert ? Math.round(convert(value) * 1000) / 1000 : value }
}
