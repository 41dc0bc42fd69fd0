#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { type BitcoinBlock, blockWithRoot, fetchHeader, headersIn } from '#shared/transparency/bitcoin-header.ts'
import { createFindingFormatter, describeBitcoin, describeFinding } from '#shared/transparency/describe-finding.ts'
import { parsePolicy } from '#shared/transparency/policy.ts'
import { type VerifiedProof, verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'

/** The checker on the command line: the same modules as verify.html. */
const usage = `Usage: assay-verify --policy POLICY [--esplora URL | --headers FILE] [--lang en|ru] proof-CODE.zip

  --policy   trusted logs and witnesses (https://c2sp.org/tlog-policy), such as https://brand.example/log/policy, saved
  --esplora  address of a Bitcoin explorer that is asked for the header of the block, such as https://blockstream.info/api
  --headers  file with Bitcoin block headers, 160 hex digits each

Exit status: 0 genuine, 1 not valid, 2 of another log or without enough witnesses, 64 wrong usage.
`
const options = {
  policy: { type: 'string' },
  esplora: { type: 'string' },
  headers: { type: 'string' },
  lang: { type: 'string' },
} as const

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file] = positionals
  if (!values.policy || !file || positionals.length > 1) throw new Error('A policy and one archive are needed.')
  const language = preferredLanguage(values.lang ?? process.env.LANG)
  const finding = verifyProofArchive(
    new Uint8Array(readFileSync(file)),
    parsePolicy(readFileSync(values.policy, 'utf8')),
  )
  const { title, lead, sections, statement } = describeFinding(finding, language)
  print(title, [lead])
  for (const section of sections) print(section.title, section.lines)
  let isRefuted = false
  if (finding.outcome === 'genuine' || finding.outcome === 'unwitnessed') {
    const { lines, isWrong } = await bitcoinLines(finding, language, values)
    print(createFindingFormatter(language)('bitcoinTitle'), lines)
    isRefuted = isWrong
  }
  if (statement.length > 0) {
    print(
      createFindingFormatter(language)('statementTitle'),
      statement.map(([name, value]) => `${name}: ${value}`),
    )
  }
  if (isRefuted) return 1
  return { genuine: 0, broken: 1, foreign: 2, unwitnessed: 2 }[finding.outcome]
}

type HeaderSource = { esplora?: string | undefined; headers?: string | undefined }

async function bitcoinLines(proven: VerifiedProof, language: Language, { esplora, headers }: HeaderSource) {
  const { bitcoin } = proven
  let block: BitcoinBlock | null | undefined
  if (bitcoin?.height != null && (esplora || headers)) {
    const candidates = headers
      ? headersIn(new Uint8Array(readFileSync(headers)))
      : await fetchHeaders(esplora!, bitcoin.height)
    if (!candidates) return { lines: [createFindingFormatter(language)('bitcoinUnreachable')], isWrong: false }
    block = candidates.map((header) => blockWithRoot(header, bitcoin.message)).find((one) => one) ?? null
  }
  return { lines: describeBitcoin(proven, block, language), isWrong: block === null }
}

const fetchHeaders = (url: string, height: number): Promise<Uint8Array[] | undefined> =>
  fetchHeader(url, height).then(
    (header) => [header],
    () => undefined,
  )

/** The texts of an archive are not trusted: control characters could change the output of the terminal. */
function print(title: string, lines: readonly string[]): void {
  const shown = [title, ...lines.map((line) => `  ${line}`)].map((line) => line.replace(/\p{Cc}/gu, '?'))
  process.stdout.write(`${shown.join('\n')}\n\n`)
}

process.exitCode = await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n\n${usage}`)
  return 64
})
