import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '../config.ts'

/** A configuration whose chains nobody answers at; tests that need a chain start one and say so. */
export function testConfig(databaseUrl: string, overrides: Partial<Config> = {}): Config {
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'assay-data-')),
    BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:9',
    CATAPULT_URL: 'http://127.0.0.1:9',
    CODE_KEY: '11'.repeat(32),
    JWT_SECRET: 'a secret that only the tests know, long enough',
    BITCOIN_KEY: '22'.repeat(32),
    CATAPULT_KEY: '33'.repeat(32),
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  })
  return { ...config, ...overrides }
}
