#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { blockedPortOf } from '#shared/core/blocked-port.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { headersIn } from '#shared/transparency/bitcoin/block-header.ts'
import { type BlockSource, explorerAt, isHash, nodeAt } from '#shared/transparency/bitcoin/block-source.ts'
import { askSource, type BlockCheck, blocksOf, checkHeaders } from '#shared/transparency/bitcoin/check-block.ts'
import {
  createFindingFormatter,
  describeBitcoin,
  describeFinding,
  type FileFinding,
} from '#shared/transparency/describe-finding.ts'
import type { OtsReading } from '#shared/transparency/ots/read-ots.ts'
import { type Policy, parsePolicy } from '#shared/transparency/policy.ts'
import { checkFiles, refuseUnread } from './check-files.ts'

/** The checker on the command line: the same modules as verify.html. */
const usage = `Usage: assay-verify --policy POLICY [OPTION...] proof-CODE.zip [PHOTO...]
       assay-verify [OPTION...] FILE.ots [FILE]

  --policy      trusted logs and witnesses (https://c2sp.org/tlog-policy), such as https://brand.example/log/policy, saved
  --node        your Bitcoin node, which is asked for the block: http://USER:PASSWORD@127.0.0.1:8332
  --esplora     Bitcoin explorer that you trust, which is asked instead, such as https://blockstream.info/api
  --headers     file with Bitcoin block headers, 160 hex digits each, from anybody
  --block-hash  id of the block as a node or an explorer that you trust shows it, to compare with --headers
  --lang        en or ru

Exit status: 0 genuine (and confirmed by Bitcoin, if asked), 1 not valid or not readable, or a PHOTO that it does not name, 2 of another log, without enough
witnesses, or with a damaged Bitcoin file, 3 genuine but not confirmed by Bitcoin as asked, 64 wrong usage.
`
const text = { type: 'string' } as const
const options = {
  policy: text,
  node: text,
  esplora: text,
  headers: text,
  'block-hash': text,
  lang: text,
} as const
type Options = { [name in keyof typeof options]?: string | undefined }

/** A check takes some milliseconds. */
const limitMs = 10_000
type Question = { paths: string[]; policy: Policy }
const noPolicy: Policy = { logs: [], witnesses: [], groups: [], quorum: 'none' }

async function run(): Promise<number> {
  const { values, positionals: paths } = parseArgs({ options, allowPositionals: true })
  const [file] = paths
  const isOts = file?.endsWith('.ots') ?? false
  if (isOts && paths.length === 1) paths.push(file!.slice(0, -'.ots'.length))
  if (!file || (isOts && paths.length !== 2)) throw new Error('One archive is needed, or one file .ots.')
  if (!isOts && !values.policy) throw new Error('A policy is needed.')
  const hash = values['block-hash']
  if (hash !== undefined && (!values.headers || !isHash(hash.toLowerCase()))) {
    throw new Error('--block-hash has 64 hex digits and needs --headers.')
  }
  const port = blockedPortOf(values.node ?? values.esplora ?? '')
  if (port !== undefined) {
    throw new Error(`HTTP clients never call port ${port} (https://fetch.spec.whatwg.org/#port-blocking).`)
  }
  const language = preferredLanguage(values.lang ?? process.env.LANG)
  const policy = values.policy ? parsePolicy(readFileSync(values.policy, 'utf8')) : noPolicy
  const finding = await checkInWorker({ paths, policy })
  const { title, lead, sections, statement } = describeFinding(finding, language)
  print(title, [lead])
  for (const section of sections) print(section.title, section.lines)
  const bitcoin = 'bitcoin' in finding ? finding.bitcoin : undefined
  const check = bitcoin && (await blockCheck(bitcoin, values, language))
  if ('bitcoin' in finding) {
    print(createFindingFormatter(language)('bitcoinTitle'), describeBitcoin(bitcoin, check, language))
  }
  if (statement.length > 0) {
    print(
      createFindingFormatter(language)('statementTitle'),
      statement.map(([name, value]) => `${name}: ${value}`),
    )
  }
  return exitCode(finding, check, isAsked(values))
}

const isAsked = ({ node, esplora, headers }: Options): boolean => Boolean(node || esplora || headers)

/** The block of the proof at the source that the person named; undefined without one. */
async function blockCheck(bitcoin: OtsReading, values: Options, language: Language): Promise<BlockCheck | undefined> {
  if (bitcoin.fault || blocksOf(bitcoin).length === 0) return undefined
  const now = Date.now() / 1000
  const { node, esplora, headers, 'block-hash': hash } = values
  const ask = (url: string, at: (url: string) => BlockSource) =>
    askSource(bitcoin, { ask: at(url), source: new URL(url).host, now })
  if (node) return ask(node, nodeAt)
  if (esplora) return ask(esplora, explorerAt)
  if (!headers) return undefined
  const source = createFindingFormatter(language)('sourceTyped')
  const trusted = hash === undefined ? undefined : { hash: hash.toLowerCase(), source }
  return checkHeaders(bitcoin, headersIn(new Uint8Array(readFileSync(headers))), trusted, now)
}

function exitCode(finding: FileFinding, check: BlockCheck | undefined, isBlockAsked: boolean): number {
  const { outcome } = finding
  if (outcome === 'broken' || outcome === 'unread') return 1
  if ('files' in finding && finding.files?.some(({ isNamed }) => !isNamed)) return 1
  const fault = 'bitcoin' in finding ? finding.bitcoin?.fault : undefined
  if (outcome === 'timestamp' && fault) return 1
  if (check && ['none', 'refused', 'different'].includes(check.outcome)) return 1
  if (outcome === 'foreign' || outcome === 'unwitnessed' || fault) return 2
  const isConfirmed = check?.outcome === 'confirmed'
  return isConfirmed || (outcome === 'genuine' && !isBlockAsked) ? 0 : 3
}

/** In a thread of its own, so that no file can keep the command from ending. */
function checkInWorker(question: Question): Promise<FileFinding> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: question })
    const timer = setTimeout(() => {
      resolve({ outcome: 'unread', fault: 'unfinished' })
      void worker.terminate()
    }, limitMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => clearTimeout(timer))
  })
}

function checkPaths({ paths, policy }: Question): FileFinding {
  const chosen = paths.map((path) => {
    const stats = statSync(path)
    if (!stats.isFile()) throw new Error(`${path} is not a file.`)
    return { name: basename(path), size: stats.size }
  })
  const refused = refuseUnread(chosen)
  if (refused) return refused
  return checkFiles(
    paths.map((path) => ({ name: basename(path), bytes: new Uint8Array(readFileSync(path)) })),
    policy,
  )
}

/** The texts of an archive are not trusted: control characters could change the output of the terminal. */
function print(title: string, lines: readonly string[]): void {
  const shown = [title, ...lines.map((line) => `  ${line}`)].map((line) => line.replace(/\p{Cc}/gu, '?'))
  process.stdout.write(`${shown.join('\n')}\n\n`)
}

if (isMainThread) {
  process.exitCode = await run().catch((error: Error) => {
    process.stderr.write(`${error.message}\n\n${usage}`)
    return 64
  })
} else {
  parentPort!.postMessage(checkPaths(workerData as Question))
}
