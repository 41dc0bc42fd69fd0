import fc from 'fast-check'
import { type FaultPlan, faultPlan } from './faults.ts'

const devices = 2
const tabs = 2

export type SimulationAction =
  | {
      do: 'save'
      device: number
      tab: number
      record: number
      field: 'a' | 'b'
      value: number
      bad: boolean
      file?: number
    }
  | { do: 'remove'; device: number; record: number }
  | { do: 'sync'; device: number; tab: number; plan: FaultPlan }
  | { do: 'both'; device: number; plan: FaultPlan }
  | { do: 'reopen' | 'discard' | 'undo' | 'fix' | 'switch'; device: number }
  | { do: 'clock'; device: number; years: number }
  | { do: 'edit'; record: number; field: 'a' | 'b'; value: number }
  | { do: 'deliver' | 'setBack' | 'deleteOld' }

const device = fc.nat({ max: devices - 1 })
const tab = fc.nat({ max: tabs - 1 })
const record = fc.nat({ max: 1 })
const field = fc.constantFrom('a' as const, 'b' as const)
const value = fc.nat({ max: 9 })
const one = <K extends SimulationAction['do']>(name: K, rest: object = {}) =>
  fc.record({ do: fc.constant(name), ...rest })

const actionArbitrary = fc.oneof(
  {
    weight: 8,
    arbitrary: one('save', { device, tab, record, field, value, bad: fc.nat({ max: 5 }).map((n) => n === 0) }),
  },
  // Two files, so that operations of two devices also name the same one.
  {
    weight: 2,
    arbitrary: one('save', { device, tab, record, field, value, bad: fc.constant(false), file: fc.nat({ max: 1 }) }),
  },
  { weight: 8, arbitrary: one('sync', { device, tab, plan: faultPlan }) },
  { weight: 2, arbitrary: one('both', { device, plan: faultPlan }) },
  { weight: 1, arbitrary: one('remove', { device, record }) },
  { weight: 1, arbitrary: one('reopen', { device }) },
  { weight: 1, arbitrary: one('discard', { device }) },
  { weight: 1, arbitrary: one('undo', { device }) },
  { weight: 2, arbitrary: one('fix', { device }) },
  { weight: 1, arbitrary: one('switch', { device }) },
  { weight: 1, arbitrary: one('clock', { device, years: fc.constantFrom(-10, 10) }) },
  { weight: 1, arbitrary: one('edit', { record, field, value }) },
  { weight: 1, arbitrary: one('deliver') },
  { weight: 1, arbitrary: one('setBack') },
  { weight: 1, arbitrary: one('deleteOld') },
) as fc.Arbitrary<SimulationAction>

export const actionSequences = fc.array(actionArbitrary, { minLength: 1, maxLength: 10 })
