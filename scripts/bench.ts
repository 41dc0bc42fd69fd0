import type { Result } from './bench/measure.ts'
import { proofs } from './bench/proofs.ts'
import { openStage, type Stage } from './bench/stage.ts'
import { verify, verifyHttp } from './bench/verify.ts'
import { verifyPage } from './bench/verify-page.ts'
import { buildIfChanged } from './start/build.ts'

/** `npm run bench` runs all, `npm run bench -- --quick NAME…` the named ones with the fewest rounds. One JSON line each. */
const benches: Record<string, (stage: Stage, rounds: number) => Promise<Result>> = {
  proofs,
  verify,
  'verify-http': verifyHttp,
  'verify-page': verifyPage,
}

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const named = words.filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !benches[name])
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

process.channel?.unref()
// Results alone go to the output: a reader takes every line of it as JSON.
console.log = console.error
buildIfChanged()
const stage = await openStage()
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(signal, () => void stage.close().finally(() => process.exit(1)))
}
try {
  for (const name of named.length > 0 ? named : Object.keys(benches)) {
    const result = await benches[name]!(stage, quick ? 3 : 5)
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stage.close()
}
process.exit()
