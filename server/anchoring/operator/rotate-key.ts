import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { bitcoinAddress, bitcoinSigner } from '#server/anchoring/bitcoin/key.ts'
import { replaceFile } from '#server/core/files/replace-file.ts'

/**
 * Writes a new BITCOIN_KEY into a file of variables, and the old one in front of BITCOIN_FORMER_KEYS. The file is replaced as a
 * whole, with its permissions, so that after a crash it holds either state. No key is printed.
 *
 * @returns lines for the operator about the money of the old key
 */
export function rotateInFile(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const variable = (name: string) => {
    const line = lines.findLast((one) => one.startsWith(`${name}=`))
    return line
      ?.slice(name.length + 1)
      .trim()
      .replace(/^(['"])(.*)\1$/, '$2')
  }
  const old = variable('BITCOIN_KEY')
  if (!old || !/^[0-9a-f]{64}$/i.test(old)) throw new Error('it has no line BITCOIN_KEY= with 64 hex digits.')
  const former = [old, ...(variable('BITCOIN_FORMER_KEYS') ?? '').split(',').filter(Boolean)]
  const key = randomBytes(32)
  const { publicKey } = bitcoinSigner(key)
  const kept = lines.filter((line) => !/^BITCOIN_(KEY|FORMER_KEYS)=/.test(line))
  const last = kept.at(-1) === '' ? kept.slice(0, -1) : kept
  const changed = [...last, `BITCOIN_KEY=${key.toString('hex')}`, `BITCOIN_FORMER_KEYS=${former.join(',')}`, '']
  replaceFile(file, changed.join('\n'), { mode: statSync(file).mode & 0o777, isExact: true })
  return rotationLines(publicKey, bitcoinSigner(Buffer.from(old, 'hex')).publicKey)
}

export function rotationLines(present: Uint8Array, old: Uint8Array): string[] {
  const addresses = (key: Uint8Array) =>
    (['mainnet', 'testnet', 'regtest'] as const).map(
      (network) => `  ${network.padEnd(8)} ${bitcoinAddress(key, network)}`,
    )
  return [
    'The new key has these addresses. Send money to them from now on:',
    ...addresses(present),
    'The old key is a former one, with these addresses:',
    ...addresses(old),
    'Restart the signer. A transaction in flight is finished with the old key. The outputs of the old key are spent first, one for',
    'each epoch, and their change goes to the new address, so the money moves by itself without a transaction of its own.',
    'Remove the old key from BITCOIN_FORMER_KEYS when its address holds nothing more.',
  ]
}
