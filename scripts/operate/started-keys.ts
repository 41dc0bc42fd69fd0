import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadSecrets } from '#scripts/start/secrets.ts'

/** The keys that `npm start` has made in DATA_DIR, unless the environment names another database. */
export function startedKeys(): NodeJS.ProcessEnv {
  const dir = resolve(process.env.DATA_DIR || '.data')
  if (process.env.DATABASE_URL || !existsSync(join(dir, 'secrets.json'))) return {}
  const { codeKey, nfcKey, jwtSecret, bitcoinKey, formerBitcoinKeys = [], catapultKey, logKey } = loadSecrets(dir)
  return {
    DATA_DIR: dir,
    CODE_KEY: codeKey,
    NFC_KEY: nfcKey,
    JWT_SECRET: jwtSecret,
    BITCOIN_KEY: bitcoinKey,
    ...(formerBitcoinKeys.length > 0 && { BITCOIN_FORMER_KEYS: formerBitcoinKeys.join(',') }),
    CATAPULT_KEY: catapultKey,
    LOG_KEY: logKey,
  }
}
