import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first. A run on a new clone has no times of an earlier run. */
export const slowFiles = [
  'server/hostile-input.test.ts',
  'server/api-calls.test.ts',
  'server/query-plans.test.ts',
  'server/anchoring/operator/switch-network.test.ts',
  'scripts/new-domain/new-domain.test.ts',
  'server/activation/crash.test.ts',
  'server/sync/crash.test.ts',
  'server/order/crash.test.ts',
  'server/anchoring/signer/crash.test.ts',
  'server/database-outage.test.ts',
  'client/core/offline/model/one-device.test.ts',
  'server/anchoring/jobs/worker.test.ts',
  'server/anchoring/bitcoin-chain.test.ts',
  'server/verify/page/result-pages.test.ts',
  'server/logistic/large-shipment.test.ts',
  'server/label/label.test.ts',
  'server/anchoring/nodes/failover.test.ts',
  'server/auth/attempt-limit.test.ts',
  'server/sync/model.test.ts',
  'server/sync/wire.test.ts',
  'server/specified-calls.test.ts',
  'server/chain-outage.test.ts',
  'server/main.test.ts',
  'client/core/offline/model/two-devices.test.ts',
  'scripts/compose/compose.test.ts',
  'scripts/start/postgres/postgres.test.ts',
  'client/form/page.test.tsx',
  'client/insights/overview/page.test.tsx',
  'client/submission/page.test.tsx',
]
const projects = ['server', 'client', 'scripts', 'shared']

/**
 * Starts slow files of all projects first and short projects last, so that no worker is idle while another one ends a long
 * file. Files without a document follow each other: a worker is shared only by files that run in the same environment.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byDuration = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification) => {
      const slow = slowFiles.indexOf(relative(process.cwd(), moduleId))
      if (slow >= 0) return slow
      return slowFiles.length + projects.indexOf(project.name) * 2 + (runsWithoutDocument(moduleId) ? 0 : 1)
    }
    const places = new Map(files.map((file) => [file, place(file)]))
    return byDuration.toSorted((a, b) => places.get(a)! - places.get(b)!)
  }
}

const runsWithoutDocument = (file: string): boolean =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment node')
