import type { ChainId } from './contract.ts'

/** Pages of public explorers, by the name of the network as its node returns it. Local chains have none. */
const explorers: Record<ChainId, Readonly<Record<string, string>>> = {
  bitcoin: {
    mainnet: 'https://mempool.space/tx/',
    testnet: 'https://mempool.space/testnet/tx/',
    testnet4: 'https://mempool.space/testnet4/tx/',
    signet: 'https://mempool.space/signet/tx/',
  },
  catapult: {
    mainnet: 'https://symbol.fyi/transactions/',
    testnet: 'https://testnet.symbol.fyi/transactions/',
  },
}

/** The page of a transaction in a public explorer; undefined on a chain that has none. */
export function explorerUrl(chain: ChainId, network: string | null, transaction: string | null): string | undefined {
  const start = explorers[chain][network ?? '']
  return start && transaction ? start + transaction : undefined
}
