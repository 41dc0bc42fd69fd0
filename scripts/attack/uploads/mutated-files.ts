import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { boundedFinding, type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import {
  createColleagues,
  noiseImage,
  type SampleFile,
  scriptedPdf,
  uploadSample,
} from '#scripts/attack/setup/sample-files.ts'
import { memoryMb } from '#scripts/attack/setup/target.ts'
import { availableTool } from '#scripts/tool/tool.ts'

const mutants = { full: 400, quick: 60 }
const moreMb = 256
const perAccount = 60

/**
 * Damaged pictures and documents are rejected or stored, never answered with 5xx, and the memory of the server stays bounded.
 */
export const mutatedFiles: Probe = async (target, effort) => {
  const seeds = await samples()
  const people = await createColleagues(target, Math.ceil(mutants[effort] / perAccount))
  const answers = new Map<number, number>()
  const odd: string[] = []
  const { now } = memoryMb(target.server.pid)
  for (let n = 0; n < mutants[effort]; n++) {
    const seed = seeds[n % seeds.length]!
    const content = mutated(seed.content, n)
    const person = people[Math.floor(n / perAccount)]!
    const { status } = await uploadSample(target, person, { ...seed, content }, n % 2 ? 'media' : 'document')
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status >= 500) odd.push(`${seed.name} ${n}: ${status}`)
  }
  const limited = answers.get(429) ?? 0
  const seen = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  return [
    zeroFinding(odd, mutants[effort], `mutants answered 5xx (${seen})`),
    boundedFinding(limited, mutants[effort] / 10, 'mutants', 'not judged for a limit: '),
    boundedFinding(Math.round(memoryMb(target.server.pid).peak - now), moreMb, 'MB', 'most memory above the start '),
  ]
}

async function samples(): Promise<SampleFile[]> {
  const png = await noiseImage(120, 90)
  return [
    { name: 'a.png', mime: 'image/png', content: png },
    { name: 'a.jpg', mime: 'image/jpeg', content: await sharp(png).jpeg().toBuffer() },
    { name: 'a.pdf', mime: 'application/pdf', content: scriptedPdf('app.alert(1)') },
    { name: 'b.png', mime: 'image/png', content: await sharp(png).png({ palette: true }).toBuffer() },
  ]
}

/** Uses zzuf if it is installed, otherwise flips the same number of bits. Both give the same result for the same seed. */
function mutated(content: Buffer, seed: number): Buffer {
  const ratio = [0.0001, 0.001, 0.004, 0.02][seed % 4]!
  const zzuf = fuzzer()
  if (zzuf) {
    const run = spawnSync(zzuf.file, ['-s', String(seed), '-r', String(ratio)], { input: content, env: zzuf.env })
    if (run.status === 0) return run.stdout
  }
  const copy = Buffer.from(content)
  let state = seed + 1
  for (let flips = Math.ceil(copy.length * 8 * ratio); flips > 0; flips--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    copy[(state >>> 3) % copy.length]! ^= 1 << (state & 7)
  }
  return copy
}

let known: ReturnType<typeof availableTool> | null = null
const fuzzer = () => {
  if (known === null) known = availableTool({ name: 'zzuf', packages: { debian: 'zzuf', homebrew: 'zzuf' } })
  return known
}
