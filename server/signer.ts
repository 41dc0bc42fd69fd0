import { z } from 'zod'
import { bitcoinSigner } from './anchoring/bitcoin/key.ts'
import { catapultSigner } from './anchoring/catapult/sign.ts'
import { createAnchorSigner } from './anchoring/signer/anchor-signer.ts'
import { logSigner } from './anchoring/signer/checkpoint-signer.ts'
import { externalSigner } from './anchoring/signer/external-signer.ts'
import { FeeLedger } from './anchoring/signer/fee-ledger.ts'
import { Description } from './anchoring/signer/protocol.ts'
import { SocketPathError, serveSigner } from './anchoring/signer/server.ts'
import { SignedCheckpoints } from './anchoring/signer/signed-checkpoints.ts'
import { signerVariables } from './core/config-checks.ts'
import { loggableError, loggedMessage } from './core/logging/logged-error.ts'
import { openLogger } from './core/logging/logger.ts'
import { loadConfigOrExit, onShutdownSignal } from './core/process/lifecycle.ts'
import { loadSignerConfig } from './core/signer-config.ts'

/**
 * The only server process that holds the keys of the chains and of the log; with BITCOIN_KEY_COMMAND, that program holds the
 * Bitcoin key and makes its signatures. The signer has no database and opens no connection: it listens on a Unix socket, builds
 * anchoring transactions and checkpoints, and signs only those.
 */
async function main(): Promise<void> {
  const config = loadConfigOrExit(loadSignerConfig)
  // Child processes must not inherit the keys.
  for (const name of signerVariables) delete process.env[name]
  const log = openLogger(config)
  const { bitcoinKeyCommand: command, bitcoinKey } = config
  const keys = {
    bitcoin: command ? await externalSigner(command) : bitcoinSigner(bitcoinKey!),
    formerBitcoin: config.bitcoinFormerKeys.map(bitcoinSigner),
    catapult: catapultSigner(config.catapultKey),
    log: logSigner(config.logKey),
  }
  const ledger = new FeeLedger(config.budgets, config.feesFile)
  const signer = createAnchorSigner(keys, config, ledger, new SignedCheckpoints(config.checkpointsFile))
  const { close } = await serveSigner(signer, config.signerSocket, log)
  onShutdownSignal(close)
  process.send?.({ ready: z.encode(Description, await signer.describe()) })
  log.info(`The signer listens at ${config.signerSocket}`)
}

await main().catch((error) => {
  process.stderr.write(
    error instanceof SocketPathError ? `${loggedMessage(error)}\n` : `${loggableError(error).stack}\n`,
  )
  process.exit(1)
})
