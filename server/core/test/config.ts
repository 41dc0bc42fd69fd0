import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '#server/core/config.ts'

/** A configuration in which no chain is reachable. Tests that need a chain start one. */
export function testConfig(databaseUrl: string, overrides: Partial<Config> = {}): Config {
  return { ...loadConfig(testEnvironment(databaseUrl, overrides.dataDir)), ...overrides }
}

/** The same for a server in another process: it accepts the tokens that this process signs. */
export function testEnvironment(databaseUrl: string, dataDir = newFolder()): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: dataDir,
    BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:4',
    CATAPULT_URL: 'http://127.0.0.1:4',
    CODE_KEY: '11'.repeat(32),
    NFC_KEY: '22'.repeat(32),
    MAIL: 'mailbox',
    JWT_SECRET: 'a secret that only the tests know, long enough',
    // No server listens at this address.
    SIGNER_SOCKET: '/nonexistent/signer/socket',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  }
}

function newFolder(): string {
  return mkdtempSync(join(process.env.ASSAY_TEST_FOLDER ?? tmpdir(), 'assay-data-'))
}
