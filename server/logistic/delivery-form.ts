import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import type { ActionTokens } from './action-token.ts'
import { claimDelivery } from './delivery-claim.ts'
import { claimKinds } from './table.ts'

const ShortText = z.string().max(200).default('')
const Form = z.object({
  kind: z.enum(claimKinds),
  token: ShortText,
  a: ShortText,
  p: ShortText,
  lang: ShortText,
  theme: ShortText,
})
/** Size limit of the form: a code, its token and the page settings. */
const formBytes = 4096
const often = { config: { rateLimit: callsPerMinute(60) } }

/**
 * The form for shoppers without scripts. It requires the token of the page, which prevents cross-site request forgery.
 * Its result is shown on the page to which it redirects.
 */
export function deliveryForm(app: FastifyInstance, tokens: ActionTokens): void {
  const { db } = app.assay
  app.register(async (scope) => {
    const reading = { parseAs: 'string', bodyLimit: formBytes } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', reading, async (_request: unknown, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
    scope.post('/verify/delivery', often, async (request, reply) => {
      const { data } = Form.safeParse(request.body)
      const code = parseCode(data?.a)
      const token = data && code && tokens.read(data.token, code.address)
      if (data && token) {
        await db
          .system((tx) => claimDelivery(tx, request, data.kind, token))
          .catch((error) => {
            if (!(error instanceof Problem)) throw error
          })
      }
      const { a, p, lang, theme } = data ?? {}
      const pageQuery = Object.entries({ a, p, lang, theme }).filter((field): field is [string, string] => !!field[1])
      return reply.header('cache-control', 'no-store').redirect(`/verify?${new URLSearchParams(pageQuery)}`, 303)
    })
  })
}
