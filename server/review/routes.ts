import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { Domain } from '#server/domain.ts'
import { reviewContract } from '#shared/review/contract.ts'
import { undoReview } from './service.ts'

export function reviewRoutes(app: FastifyInstance, all: readonly Domain[]) {
  serve(app, reviewContract, {
    async undo(call) {
      return { status: await undoReview(call, all, call.body) }
    },
  })
}
