import type { FastifyInstance } from 'fastify'
import { keepVariables } from '#server/core/config.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Domain } from '#server/domain.ts'
import { retentionContract } from '#shared/retention/contract.ts'
import { databaseBytes, retentionRulesOf, tableSizes } from './service.ts'
import { retentionRun } from './table.ts'

export function retentionRoutes(app: FastifyInstance, all: readonly Domain[]) {
  const rules = retentionRulesOf(all)
  serve(app, retentionContract, {
    async list({ tx, services }) {
      const sizes = await tableSizes(tx, rules)
      const runs = new Map((await tx.select().from(retentionRun)).map((run) => [run.kind, run]))
      const data = rules.map(({ kind, tables, remove }) => {
        const own = tables.flatMap((name) => sizes.get(name) ?? [])
        const counted = own.flatMap(({ rows }) => rows ?? [])
        const days = services.config.keepDays[kind]
        const run = runs.get(kind)
        const deletesItself = days !== null && !remove
        return {
          kind,
          variable: keepVariables[kind],
          days,
          rows: counted.length > 0 ? sum(counted) : null,
          bytes: sum(own.map(({ bytes }) => bytes)),
          since: deletesItself ? daysAgo(days) : (run?.cutoff.toISOString() ?? null),
          lastRun: run ? { at: run.at.toISOString(), removed: run.removed } : null,
        }
      })
      return { rows: data, databaseBytes: await databaseBytes(tx) }
    },
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
