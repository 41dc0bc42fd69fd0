import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { installationId } from '#server/core/http/installation-id.ts'
import { type Finding, partNames } from '#shared/installation/contract.ts'
import { backupCheck } from './checks/backup.ts'
import { chainChecks } from './checks/chains.ts'
import { databaseChecks } from './checks/database.ts'
import { machineChecks } from './checks/machine.ts'
import { mailCheck } from './checks/mail.ts'
import { publicUrlChecks } from './checks/public-url.ts'
import { type Check, fault, reasonOf } from './finding.ts'

export type InstallationParts = { config: Config; db: Database; files: FileStore }

/** Tries all parts at the same time. A check that fails itself is a fault of its part, so that the others are still seen. */
export async function findingsOf({ config, db, files }: InstallationParts): Promise<Finding[]> {
  const checks: Check[] = [
    ...databaseChecks(db),
    ...machineChecks({ config, db, files }),
    backupCheck(db, config.backup !== undefined),
    mailCheck({ config, db }),
    ...publicUrlChecks(config.publicUrl, installationId(config)),
    ...chainChecks({ config, db }),
  ]
  const findings = await Promise.all(
    checks.map(async ({ part, run }) => ({
      part,
      ...(await run().catch((error) => fault('failed', { reason: reasonOf(error) }))),
    })),
  )
  return findings.toSorted((one, other) => partNames.indexOf(one.part) - partNames.indexOf(other.part))
}
