import type pg from 'pg'
import { median } from '#scripts/bench/setup/measure.ts'
import { transactionsPerSecond } from '#scripts/bench/setup/pgbench.ts'
import { createMeasuredShopperLoad } from '#scripts/bench/setup/shopper-load.ts'
import { codeKeyOf, printedAddress, printedSecret } from '#server/order/code.ts'
import { batchCodes, batchIdInSql } from './layout.ts'

const clients = 8
const addressBytes = 16
/** Codes that are asked for: more than are answered in the longest measurement. */
const askedCodes = 300_000

type VerifyLoad = {
  url: string
  databaseUrl: string
  superuser: pg.Client
  codeKey: Uint8Array
  /** The addresses of all activated codes, batch after batch. */
  addresses: Buffer
  /** The first batch whose codes are asked for; those after it, too. */
  fromBatch: number
  rounds: number
  duration: number
  /** Seconds of the same load before the first measurement. */
  warmUp: number
}
type VerifyFigures = {
  /** Medians, answers and transactions per second. */
  ours: number
  floor: number
  msP50: number
  msP99: number
  /** Bytes of WAL of each scan since the checkpoint before the load. */
  walPerScan: number
}

/** Scans of random codes of a range of batches over HTTP, against prepared selects of one activation of the same range. */
export async function measureVerify(load: VerifyLoad): Promise<VerifyFigures> {
  const { url, databaseUrl, superuser, fromBatch, rounds, duration, warmUp } = load
  const ask = createMeasuredShopperLoad(pathsOf(load))
  const lastBatch = load.addresses.length / addressBytes / batchCodes - 1
  const script = [
    `\\set b random(${fromBatch}, ${lastBatch})`,
    `\\set i random(0, ${batchCodes - 1})`,
    `select address, merchant_id from activation where batch_id = ${batchIdInSql(':b::int')} and idx = :i;`,
  ].join('\n')
  await superuser.query('checkpoint')
  const before = await walPosition(superuser)
  let { answered } = await ask(url, warmUp)
  const answers = []
  const floors: number[] = []
  for (let round = 0; round < rounds; round++) {
    const answer = await ask(url, duration)
    answered += answer.answered
    answers.push(answer)
    floors.push(transactionsPerSecond(databaseUrl, { script, mode: 'prepared', clients, duration }))
  }
  const written = (await walPosition(superuser)) - before
  return {
    ours: median(answers.map(({ perSecond }) => perSecond)),
    floor: median(floors),
    msP50: median(answers.map(({ msP50 }) => msP50)),
    msP99: median(answers.map(({ msP99 }) => msP99)),
    walPerScan: written / answered,
  }
}

function pathsOf({ addresses, fromBatch, codeKey }: VerifyLoad): string[] {
  const key = codeKeyOf(codeKey)
  const first = fromBatch * batchCodes
  const codes = addresses.length / addressBytes - first
  return Array.from({ length: askedCodes }, () => {
    const at = (first + Math.floor(Math.random() * codes)) * addressBytes
    const address = addresses.subarray(at, at + addressBytes)
    return `/api/tag/verify?a=${printedAddress(address)}&p=${printedSecret(key, address)}`
  })
}

/** Bytes of WAL ever written. */
export async function walPosition(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0]!.bytes)
}
