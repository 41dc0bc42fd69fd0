import type { FastifyInstance } from 'fastify'
import { keepVariables } from '#server/core/config.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Retained } from '#server/core/jobs/retained.ts'
import { retentionContract } from '#shared/retention/contract.ts'
import { databaseBytes, tableSizes } from './service.ts'
import { retentionRun } from './table.ts'

export function retentionRoutes(app: FastifyInstance, all: readonly Retained[]) {
  serve(app, retentionContract, {
    async list({ tx, services }) {
      const sizes = await tableSizes(tx, all)
      const runs = new Map((await tx.select().from(retentionRun)).map((run) => [run.kind, run]))
      const rows = all.map(({ kind, tables }) => {
        const total = (of: 'rows' | 'bytes') => tables.reduce((sum, name) => sum + (sizes.get(name)?.[of] ?? 0), 0)
        const run = runs.get(kind)
        return {
          kind,
          variable: keepVariables[kind],
          days: services.config.keepDays[kind],
          rows: total('rows'),
          bytes: total('bytes'),
          since: run ? run.cutoff.toISOString() : null,
          lastRun: run ? { at: run.at.toISOString(), removed: run.removed } : null,
        }
      })
      return { rows, databaseBytes: await databaseBytes(tx) }
    },
  })
}
