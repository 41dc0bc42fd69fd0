import type { Probe } from '#scripts/attack/setup/probe.ts'
import { compareUnderAttack } from '#scripts/attack/setup/under-attack.ts'
import { costlyFloods } from './costly-floods.ts'

/** Costly calls of signed-in people, beside 200 scans a second. */
export const budgets: Probe = async (target, effort) =>
  compareUnderAttack(target, await costlyFloods(target), { rate: 200, effort })
