import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestApp } from './harness.ts'

/** Seeds like the first start, in a separate process, in which drawing pictures is not blocked yet. */
export async function seedDemo({ services }: Pick<TestApp, 'services'>): Promise<void> {
  const { databaseUrl, dataDir } = services.config
  const program = `import { seed } from '#scripts/seed.ts'; await seed(process.env)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      BITCOIN_RPC_URL: 'http://assay:assay@127.0.0.1:4',
      CATAPULT_URL: 'http://127.0.0.1:4',
      MAIL: 'mailbox',
      CODE_KEY: '11'.repeat(32),
      JWT_SECRET: 'x'.repeat(40),
      // No server listens at this address.
      SIGNER_SOCKET: '/nonexistent/signer/socket',
    },
  })
}
