import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { reviewContract } from '#shared/review/contract.ts'
import { undo } from './service.ts'

export function reviewRoutes(app: FastifyInstance) {
  serve(app, reviewContract, {
    async undo(call) {
      return { status: await undo(call, call.body) }
    },
  })
}
