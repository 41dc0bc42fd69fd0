import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Signer } from './signer-interface.ts'

const run = promisify(execFile)
const timeoutMs = 4_000

/**
 * A Bitcoin key that another program holds, such as a hardware module behind PKCS#11. The program is called without a shell:
 * - `<command> public-key` prints the compressed public key as 66 hex digits
 * - `<command> sign <64 hex digits>` prints a secp256k1 signature of this hash, r and s, as 128 hex digits
 *
 * It has no rules of its own: the signer builds the transactions, checks each signature, and applies the limits of fees.
 */
export async function externalSigner(command: string): Promise<Signer> {
  const publicKey = await call(command, ['public-key'], 33)
  return {
    publicKey,
    sign: (message) => call(command, ['sign', Buffer.from(message).toString('hex')], 64),
  }
}

async function call(command: string, args: string[], bytes: number): Promise<Buffer> {
  const { stdout } = await run(command, args, { timeout: timeoutMs, maxBuffer: 4096 })
  const text = stdout.trim()
  if (!/^[0-9a-f]+$/i.test(text) || text.length !== 2 * bytes) {
    throw new Error(`${command} ${args[0]} printed something else than ${bytes} bytes in hex digits.`)
  }
  return Buffer.from(text, 'hex')
}
