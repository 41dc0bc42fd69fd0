import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bitcoinAddress, bitcoinSigner } from '#server/anchoring/bitcoin/key.ts'
import { catapultSigner } from '#server/anchoring/catapult/sign.ts'
import { createAnchorSigner, type FeeLimits } from '#server/anchoring/signer/anchor-signer.ts'
import { logSigner } from '#server/anchoring/signer/checkpoint-signer.ts'
import { SignerUnavailableError } from '#server/anchoring/signer/client.ts'
import type { AnchorSigner, Signer } from '#server/anchoring/signer/signer-interface.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'

const bitcoinKey = Buffer.alloc(32, 0x22)
const catapultKey = Buffer.alloc(32, 0x33)
const logKey = Buffer.alloc(32, 0x44)

/** The address to which test nodes pay their block rewards, so that the signer's key has unspent outputs. */
export const signerAddress = bitcoinAddress(bitcoinSigner(bitcoinKey).publicKey, 'regtest')

/** The rules of the signer without its process, for tests of the code before and after it. */
export function inProcessSigner(
  bitcoin: Signer = bitcoinSigner(bitcoinKey),
  limits: Partial<FeeLimits> = {},
  formerBitcoin: readonly Signer[] = [],
): AnchorSigner {
  const keys = { bitcoin, formerBitcoin, catapult: catapultSigner(catapultKey), log: logSigner(logKey) }
  return createAnchorSigner(keys, { maxFeeRate: 200, maxFee: 1_000_000n, ...limits })
}

/** A signer in this process that responds to nothing while it is away. */
export class AbsentSigner implements AnchorSigner {
  isAway = false
  readonly #signer: AnchorSigner

  constructor(signer: AnchorSigner) {
    this.#signer = signer
  }

  describe: AnchorSigner['describe'] = async () => this.#present.describe()
  bitcoin: AnchorSigner['bitcoin'] = async (asked) => this.#present.bitcoin(asked)
  child: AnchorSigner['child'] = async (asked) => this.#present.child(asked)
  catapult: AnchorSigner['catapult'] = async (asked) => this.#present.catapult(asked)
  checkpoint: AnchorSigner['checkpoint'] = async (asked) => this.#present.checkpoint(asked)

  get #present(): AnchorSigner {
    if (this.isAway) throw new SignerUnavailableError('away')
    return this.#signer
  }
}

/** The signer as a separate process, which tests stop, kill and restart at the same socket. */
export class SignerChild {
  readonly #folder: string
  #child: ChildProcess | undefined
  #stderr = ''

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates a folder for the socket. No process listens there yet. */
  static async absent(): Promise<SignerChild> {
    return new SignerChild(await mkdtemp(join(tmpdir(), 'assay-signer-')))
  }

  static async start(env: Record<string, string> = {}): Promise<SignerChild> {
    const signer = await SignerChild.absent()
    await signer.start(env)
    return signer
  }

  get socket(): string {
    return join(this.#folder, 'socket')
  }

  get process(): ChildProcess {
    return this.#child!
  }

  get stderr(): string {
    return this.#stderr
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    const child = fork(join(import.meta.dirname, '../../signer.ts'), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        ...startupEnvironment,
        SIGNER_SOCKET: this.socket,
        LOG_LEVEL: 'silent',
        BITCOIN_KEY: bitcoinKey.toString('hex'),
        CATAPULT_KEY: catapultKey.toString('hex'),
        LOG_KEY: logKey.toString('hex'),
        ...env,
      },
    })
    this.#child = child
    child.stderr!.on('data', (chunk) => {
      this.#stderr += chunk
    })
    const failed = once(child, 'close').then(() => 'failed')
    if ((await Promise.race([once(child, 'message'), failed])) === 'failed')
      throw new Error(`The signer did not start: ${this.#stderr}`)
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async end(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
