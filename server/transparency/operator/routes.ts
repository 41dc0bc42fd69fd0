import type { FastifyInstance } from 'fastify'
import { chainView, switchNetwork } from '#server/anchoring/service.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { publishedKeys } from '#server/transparency/log-settings.ts'
import { logView } from '#server/transparency/log-view.ts'
import { chainsContract } from '#shared/anchoring/chains-contract.ts'
import { chainIds } from '#shared/anchoring/contract.ts'

/** The page of administrators about the chains and the log, which anchoring knows nothing of. */
export function chainsRoutes(app: FastifyInstance): void {
  const { config } = app.assay
  serve(app, chainsContract, {
    async read({ tx }) {
      const keys = await publishedKeys(tx)
      const chains = []
      for (const chain of chainIds) chains.push(await chainView(tx, config, chain, keys[chain]))
      return { chains, log: await logView(tx, config) }
    },
    async switchNetwork({ tx, request, params: { chain }, body: { network } }) {
      await switchNetwork(tx, chain, network)
      await audit(tx, request, 'chains.switch', { subject: chain, data: { network } })
      return chainView(tx, config, chain, (await publishedKeys(tx))[chain])
    },
  })
}
