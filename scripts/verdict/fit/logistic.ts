/** A fitted line: no weight is negative, so more of a term never lowers the score. */
export type ScoreLine = { bias: number; weights: number[] }
export type Example = { terms: Float64Array; isCopied: boolean; weight: number }

const penalty = 3e-3
const steps = 600

/**
 * Logistic regression with weights of at least 0 (accelerated projected gradient on standardised terms). Deterministic.
 */
export function fitLogistic(examples: readonly Example[]): ScoreLine {
  const width = examples[0]!.terms.length
  const { rows, means, deviations } = standardised(examples, width)
  const curvature = 0.25 * (width + 1) + penalty
  let line = new Float64Array(width + 1)
  let ahead = line
  let pace = 1
  for (let step = 0; step < steps; step++) {
    const gradient = gradientAt(ahead, rows, width)
    const next = ahead.map((value, i) => {
      const moved = value - (gradient[i]! + (i < width ? penalty * value : 0)) / curvature
      return i < width ? Math.max(0, moved) : moved
    })
    const nextPace = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2
    const carry = (pace - 1) / nextPace
    const last = line
    ahead = next.map((value, i) => value + carry * (value - last[i]!))
    line = next
    pace = nextPace
  }
  const weights = Array.from({ length: width }, (_, i) => line[i]! / deviations[i]!)
  return { weights, bias: line[width]! - weights.reduce((sum, weight, i) => sum + weight * means[i]!, 0) }
}

type Row = { terms: Float64Array; target: number; weight: number }

function standardised(examples: readonly Example[], width: number) {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (of: (terms: Float64Array) => number) =>
    examples.reduce((sum, { terms, weight }) => sum + weight * of(terms), 0) / total
  const columns = Array.from({ length: width }, (_, i) => i)
  const means = columns.map((i) => mean((terms) => terms[i]!))
  // A term that is the same everywhere gets no weight.
  const deviations = columns.map(
    (i) => Math.sqrt(mean((terms) => (terms[i]! - means[i]!) ** 2)) || Number.POSITIVE_INFINITY,
  )
  const rows = examples.map(({ terms, isCopied, weight }): Row => {
    return {
      terms: terms.map((value, i) => (value - means[i]!) / deviations[i]!),
      target: isCopied ? 1 : 0,
      weight: weight / total,
    }
  })
  return { rows, means, deviations }
}

function gradientAt(line: Float64Array, rows: readonly Row[], width: number): Float64Array {
  const gradient = new Float64Array(width + 1)
  for (const { terms, target, weight } of rows) {
    let sum = line[width]!
    for (let i = 0; i < width; i++) sum += line[i]! * terms[i]!
    const error = weight * (1 / (1 + Math.exp(-sum)) - target)
    for (let i = 0; i < width; i++) gradient[i] = gradient[i]! + error * terms[i]!
    gradient[width] = gradient[width]! + error
  }
  return gradient
}
