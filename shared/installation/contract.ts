import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Instant } from '#shared/core/fields/fields.ts'

/** The parts of an installation, in the order of the list. */
export const partNames = [
  ...([
    'database',
    'databaseSettings',
    'disk',
    'files',
    'clock',
    'worker',
    'jobs',
    'events',
    'backup',
    'mail',
  ] as const),
  ...(['publicUrl', 'certificate', 'proxy', 'bitcoin', 'catapult', 'signer', 'log'] as const),
] as const
export type PartName = (typeof partNames)[number]

/** `kind` is a key of the texts; with `Do` at its end, the key of what an operator has to do. */
export const Finding = z
  .object({
    part: z.enum(partNames),
    state: z.enum(['ok', 'warning', 'fault']),
    kind: z.string(),
    values: z.record(z.string(), z.string()),
  })
  .meta({ id: 'InstallationFinding' })
export type Finding = z.infer<typeof Finding>

export const installationContract = defineContract({
  check: {
    method: 'GET',
    path: '/installation',
    access: 'admin',
    summary: 'Try each part of the installation',
    answer: z.object({ checkedAt: Instant, findings: z.array(Finding) }),
  },
})
