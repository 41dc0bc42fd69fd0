import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bitcoinSigner } from '#server/anchoring/bitcoin/key.ts'
import { rotationLines } from '#server/anchoring/operator/rotate-key.ts'
import { chainCommand } from '#server/chain.ts'
import { loadSecrets, renameLog, rotateBitcoinKey } from './start/secrets.ts'
import { startedEnvironment } from './tool/started-environment.ts'

/**
 * `npm run chain -- status|fund|switch|new-log`: the chains of the Assay that `npm start` runs, or of DATABASE_URL. `-- key` prints a new
 * key. `-- rotate` without a file changes the key that `npm start` has made, and `-- new-log` the name of the log that it uses.
 */
const args = process.argv.slice(2)
const [command, file] = args
if (command === 'rotate' && !file) rotateStarted()
else {
  const needsDatabase = command !== undefined && ['status', 'fund', 'switch', 'new-log'].includes(command)
  const isStarted = needsDatabase && !process.env.DATABASE_URL
  process.exitCode = await chainCommand(args, { ...(needsDatabase && startedEnvironment()), ...process.env })
  if (command === 'new-log' && isStarted && process.exitCode === 0) renameLog(dataDir(), args[1]!)
}

function dataDir(): string {
  return resolve(process.env.DATA_DIR || '.data')
}

function rotateStarted(): void {
  const dir = dataDir()
  if (!existsSync(join(dir, 'secrets.json'))) {
    process.stderr.write(`${dir} holds no keys: name the file with the variables of the signer.\n`)
    process.exit(78)
  }
  const old = loadSecrets(dir).bitcoinKey
  rotateBitcoinKey(dir)
  const [present, former] = [loadSecrets(dir).bitcoinKey, old].map(
    (key) => bitcoinSigner(Buffer.from(key, 'hex')).publicKey,
  )
  process.stdout.write(`${join(dir, 'secrets.json')} is changed.\n${rotationLines(present!, former!).join('\n')}\n`)
}
