import { writeFileSync } from 'node:fs'
import { clock } from './attack/disclosure/clock.ts'
import { crossSite } from './attack/disclosure/cross-site.ts'
import { egress } from './attack/disclosure/egress.ts'
import { guessedSecrets } from './attack/disclosure/guessed-secrets.ts'
import { knownCode } from './attack/disclosure/known-code.ts'
import { knownEmail } from './attack/disclosure/known-email.ts'
import { traversal } from './attack/disclosure/traversal.ts'
import { writesOnReads } from './attack/disclosure/writes-on-reads.ts'
import { budgets } from './attack/load/budgets.ts'
import { damagedCalls } from './attack/load/damaged-calls.ts'
import { forwardedFor } from './attack/load/forwarded-for.ts'
import { keptConnections } from './attack/load/kept-connections.ts'
import { oneNetwork } from './attack/load/one-network.ts'
import { randomAddresses } from './attack/load/random-addresses.ts'
import { slowSockets } from './attack/load/slow-sockets.ts'
import type { Effort, Probe } from './attack/setup/probe.ts'
import { countOutcomes, formatRow, formatTable, type ReportRow, runProbe } from './attack/setup/report-rows.ts'
import { openTarget } from './attack/setup/target.ts'
import { diskFullFiles } from './attack/uploads/disk-full-files.ts'
import { diskFullWal } from './attack/uploads/disk-full-wal.ts'
import { hostileArchives } from './attack/uploads/hostile-archives.ts'
import { imageBomb } from './attack/uploads/image-bomb.ts'
import { mutatedFiles } from './attack/uploads/mutated-files.ts'
import { scriptedPdfs } from './attack/uploads/scripted-pdf.ts'
import { formatCounts } from './test/step.ts'

/**
 * `npm run attack` runs every probe against its own Assay, `npm run attack -- NAME…` the named ones. `--quick` runs those that
 * take seconds and measure no times. It prints each finding in one line, then a table of all findings and the counts. The exit
 * code is 0 only if no probe failed. `--report=FILE` writes the findings for `npm test`.
 */
const quick: Record<string, Probe> = {
  traversal,
  'cross-site': crossSite,
  'forwarded-for': forwardedFor,
  'writes-on-reads': writesOnReads,
  'random-addresses': randomAddresses,
  uploads: mutatedFiles,
  'scripted-pdf': scriptedPdfs,
  'kept-connections': keptConnections,
  'guessed-secrets': guessedSecrets,
  clock,
  'disk-full-files': diskFullFiles,
}
const slow: Record<string, Probe> = {
  'known-unknown': knownCode,
  'known-address': knownEmail,
  'one-network': oneNetwork,
  'picture-bomb': imageBomb,
  archives: hostileArchives,
  'slow-sockets': slowSockets,
  egress,
  'disk-full-wal': diskFullWal,
  budgets,
  'damaged-calls': damagedCalls,
}
const all = { ...quick, ...slow }

const words = process.argv.slice(2)
const effort: Effort = words.includes('--quick') ? 'quick' : 'full'
const named = words.filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`No probe ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
const chosen = named.length > 0 ? named : Object.keys(effort === 'quick' ? quick : all)

process.channel?.unref()
const rows: ReportRow[] = []
const opening = openTarget(effort)
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => {
    interrupted = true
    void opening.then((target) => target.close()).finally(() => process.exit(1))
  })
}
const target = await opening
try {
  for (const name of chosen) {
    for (const row of await runProbe({ name, run: all[name]! }, target, effort)) {
      rows.push(row)
      console.log(formatRow(row))
    }
  }
} finally {
  await target.close()
}
const counts = countOutcomes(rows)
const reportFile = words.find((word) => word.startsWith('--report='))?.slice('--report='.length)
if (reportFile) writeFileSync(reportFile, JSON.stringify(rows))
if (!interrupted) console.log(['', ...formatTable(rows), '', formatCounts(counts)].join('\n'))
process.exit(counts.failed > 0 ? 1 : 0)
