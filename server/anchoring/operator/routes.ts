import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { logView } from '#server/transparency/service.ts'
import { chainsContract } from '#shared/anchoring/chains-contract.ts'
import { chainIds } from '#shared/anchoring/contract.ts'
import { chainView } from './chain-view.ts'
import { switchNetwork } from './switch-network.ts'

/** The page of administrators about chains and log. */
export function chainsRoutes(app: FastifyInstance): void {
  const { config } = app.assay
  serve(app, chainsContract, {
    async read({ tx }) {
      const chains = []
      for (const chain of chainIds) chains.push(await chainView(tx, config, chain))
      return { chains, log: await logView(tx, config) }
    },
    async switchNetwork({ tx, request, params: { chain }, body: { network } }) {
      await switchNetwork(tx, chain, network)
      await audit(tx, request, 'chains.switch', { subject: chain, data: { network } })
      return chainView(tx, config, chain)
    },
  })
}
