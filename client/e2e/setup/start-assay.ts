import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { makeTestFolder } from '#scripts/test/test-folder.ts'

const startMs = 120_000

/** The URL of a started Assay, and the folder of its data. */
export type Assay = { url: string; dataDir: string; end(): Promise<void> }

/** Starts the processes of `npm start` with their own folder and port. */
export async function startAssay(): Promise<Assay> {
  const dataDir = makeTestFolder('assay-e2e-data-')
  // When run as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711)
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    rmSync(dataDir, { recursive: true, force: true })
  }

  for (const limit = Date.now() + startMs; Date.now() < limit && child.exitCode === null; ) {
    const url = /Assay is ready {2}(\S+)/.exec(said)?.[1]
    if (url) return { url, dataDir, end }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await end()
  throw new Error(`Assay did not start:\n${said}`)
}
