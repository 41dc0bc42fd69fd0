import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first. A run on a new clone has no times of an earlier run. */
export const slowFiles = [
  'server/activation/crash.test.ts',
  'server/sync/crash.test.ts',
  'server/sync/model.test.ts',
  'server/order/crash.test.ts',
  'server/hostile-input.test.ts',
  'server/anchoring/jobs/worker.test.ts',
  'server/api-calls.test.ts',
  'server/sync/wire.test.ts',
  'server/main.test.ts',
  'server/database-outage.test.ts',
  'client/core/offline/model/one-device.test.ts',
  'client/core/offline/model/two-devices.test.ts',
  'scripts/new-domain.test.ts',
]
const projects = ['server', 'client', 'scripts', 'shared']

/** Starts slow files first and short projects last, so that no worker is idle while another one ends a long file. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byDuration = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification) => {
      const slow = slowFiles.indexOf(relative(process.cwd(), moduleId))
      return projects.indexOf(project.name) * 1000 + (slow < 0 ? slowFiles.length : slow)
    }
    return byDuration.toSorted((a, b) => place(a) - place(b))
  }
}
