import { join } from 'node:path'
import type { z } from 'zod'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import { Description } from '#server/anchoring/signer/protocol.ts'
import { signerVariables } from '#server/core/config-checks.ts'
import { firstMessage, startChild } from './child-process.ts'
import type { Secrets } from './secrets.ts'
import { superviseChild } from './server.ts'
import { socketFolder } from './socket-folder.ts'

export type SignerKeys = z.input<typeof Description>
export type SupervisedSigner = { socket: string; keys: Promise<SignerKeys>; stop(): Promise<void> }

/**
 * Keeps the signer running, the only process that receives the keys of the chains. If the environment names the socket of
 * another signer, that one is used. Removes the variables of the signer from `env`, so that no other child inherits them.
 */
export function superviseSigner(
  dataDir: string,
  secrets: Pick<Secrets, 'bitcoinKey' | 'formerBitcoinKeys' | 'catapultKey' | 'logKey'>,
  env: NodeJS.ProcessEnv,
): SupervisedSigner {
  const own = takeSignerVariables(env)
  if (env.SIGNER_SOCKET) return elsewhere(env.SIGNER_SOCKET)
  const { folder, remove } = socketFolder(join(dataDir, 'signer'), 'socket')
  const socket = join(folder, 'socket')
  const { PATH, NODE_ENV = 'production', LOG_LEVEL = 'warn' } = env
  const start = () =>
    startChild('The signer', 'server/signer.ts', {
      args: ['--max-semi-space-size=8'],
      env: {
        PATH,
        NODE_ENV,
        LOG_LEVEL,
        SIGNER_SOCKET: socket,
        // The socket may be in a folder that ends with the process.
        SIGNER_FEES_FILE: join(dataDir, 'signer', 'socket.fees'),
        // The money of the embedded chains is worth nothing.
        ...(env.BITCOIN_RPC_URL ? {} : { BITCOIN_DAY_BUDGET: '0', BITCOIN_YEAR_BUDGET: '0' }),
        ...(env.CATAPULT_URL ? {} : { CATAPULT_DAY_BUDGET: '0', CATAPULT_YEAR_BUDGET: '0' }),
        BITCOIN_KEY: secrets.bitcoinKey,
        BITCOIN_FORMER_KEYS: secrets.formerBitcoinKeys?.join(','),
        CATAPULT_KEY: secrets.catapultKey,
        LOG_KEY: secrets.logKey,
        ...own,
      },
    })
  const kept = superviseChild(start)
  return {
    socket,
    keys: firstMessage<SignerKeys>(kept.first),
    async stop() {
      await kept.stop()
      remove()
    },
  }
}

function elsewhere(socket: string): SupervisedSigner {
  const keys = connectSigner(socket)
    .describe()
    .then((found) => Description.encode(found))
  return { socket, keys, stop: async () => {} }
}

/** An empty variable counts as absent. */
function takeSignerVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = signerVariables.filter((name) => env[name]).map((name) => [name, env[name]])
  for (const name of signerVariables) delete env[name]
  return Object.fromEntries(taken)
}
