/**
 * ΔH / R in K with ΔH = 83.144 kJ/mol and R = 8.3144 J/(mol·K): exactly 10,000 K. USP <1079.2> and ICH Q1A (R2) use
 * this ΔH for all products unless the manufacturer has measured another one.
 */
export const kineticConstant = 10_000
const kelvin = 273.15

/**
 * The mean kinetic temperature of readings in °C, in °C; null without readings. Each reading counts by its
 * weight, which is the same for all if none are given.
 *
 *     T_K = (ΔH / R) / -ln((e^(-ΔH/(R·T_1)) + … + e^(-ΔH/(R·T_n))) / n),  T in K
 *
 * Source: J. D. Haynes, J. Pharm. Sci. 60 (1971) 927; USP general chapter <1079.2>; glossary of ICH Q1A (R2).
 *
 * @example
 * meanKineticTemperature([5, 5]).toFixed(1) // => '5.0'
 * meanKineticTemperature([0, 20]).toFixed(1) // => '14.8'
 */
export function meanKineticTemperature(celsius: readonly number[], weights?: readonly number[]): number | null {
  return fromKineticSum(
    celsius.reduce((sum, value, at) => sum + kineticTerm(value) * (weights?.[at] ?? 1), 0),
    weights ? weights.reduce((sum, weight) => sum + weight, 0) : celsius.length,
  )
}

/** The term of one reading in °C. */
export const kineticTerm = (celsius: number): number => Math.exp(-kineticConstant / (celsius + kelvin))

/** The mean kinetic temperature in °C from the sum of the terms of `count` readings, or the sum of their weights. */
export function fromKineticSum(sum: number, count: number): number | null {
  return count === 0 ? null : kineticConstant / -Math.log(sum / count) - kelvin
}
