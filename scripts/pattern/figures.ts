import { looksUntilCase, type OrderWorld, randomNumbers } from './simulate.ts'

/**
 * Prints how soon a copied block becomes a case, and how often an order without copies does: the tables of docs/verdict.md, chapter
 * "Copies that no single code shows". The number of simulated orders for each line is the first parameter.
 */
const orders = Number(process.argv[2] ?? 100)
/** Codes of the merchant, on which the threshold depends. */
const merchantCodes = 30_000
const random = randomNumbers(20_261_127)
const base = { codes: 3_000, spread: 0, unsold: 0 }
const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)}`
const print = (line: string) => process.stdout.write(`${line}\n`)

print('| owners who scan | sold together | 400 looks | 800 | 1,600 | 3,200 |\n|---|---|---:|---:|---:|---:|')
for (const share of [0.05, 0.1, 0.2, 0.4])
  for (const part of [1, 300]) {
    const world: OrderWorld = { ...base, share, part, harvest: { codes: 300, copies: 3 } }
    const needed = Array.from({ length: orders }, () => looksUntilCase(world, random, merchantCodes) ?? Infinity)
    const within = [400, 800, 1_600, 3_200].map((looks) => percent(needed.filter((n) => n <= looks).length, orders))
    print(`| ${share * 100} % | ${part} | ${within.join(' | ')} |`)
  }

print(
  '\n| owners who scan | sold together | rates of parts differ by | parts not sold | orders with a false case |\n|---|---|---|---|---:|',
)
for (const share of [0.1, 0.4])
  for (const part of [1, 100, 300, 1_000])
    for (const [spread, unsold] of [
      [0, 0],
      [0.3, 0.2],
      [0.6, 0.3],
    ] as const) {
      const world: OrderWorld = { ...base, share, part, spread, unsold }
      const wrong = Array.from({ length: 2 * orders }, () => looksUntilCase(world, random, merchantCodes) !== undefined)
      const factor = Math.exp(spread).toFixed(1)
      print(
        `| ${share * 100} % | ${part} | ${factor} | ${unsold * 100} % | ${wrong.filter(Boolean).length} of ${wrong.length} |`,
      )
    }
