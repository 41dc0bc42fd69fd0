import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { administratorLink } from '#scripts/administrator.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'

/** Tests of the started Assay: relative addresses are its own, `administrator` is a one-time link of the test's own. */
export const test = base.extend<{ administrator: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  baseURL: async ({}, use) => use(process.env.ASSAY_URL!),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  administrator: async ({}, use) => use(await newLink(process.env.ASSAY_DATA!)),
})

/** A link as `npm start` prints one, from what it keeps beside the data. */
function newLink(dataDir: string): Promise<string> {
  const services = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as Record<string, string>
  const secrets = loadSecrets(dataDir)
  return administratorLink({
    DATA_DIR: dataDir,
    PUBLIC_URL: services.url,
    DATABASE_URL: services.databaseUrl,
    BITCOIN_RPC_URL: services.bitcoinUrl,
    CATAPULT_URL: services.catapultUrl,
    CODE_KEY: secrets.codeKey,
    JWT_SECRET: secrets.jwtSecret,
    BITCOIN_KEY: secrets.bitcoinKey,
    CATAPULT_KEY: secrets.catapultKey,
  })
}
