import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#scripts/test/test-folder.ts'
import { startNameServer } from '#server/core/test/network/name-server.ts'
import { selfSignedCertificate } from '#server/core/test/network/self-signed-certificate.ts'

const startMs = 120_000

/**
 * The URL of a started Assay, the folder of its data, the certificate of a receiver of webhooks that it accepts, and the names that its
 * name server knows.
 */
export type Assay = {
  url: string
  dataDir: string
  receiver: ReturnType<typeof selfSignedCertificate>
  zone: Parameters<typeof startNameServer>[0]
  end(): Promise<void>
}

/** Starts the processes of `npm start` with their own folder and port. */
export async function startAssay(): Promise<Assay> {
  const dataDir = makeTestFolder('assay-e2e-data-')
  // When run as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711)
  const receiver = selfSignedCertificate()
  const certFile = join(dataDir, 'receiver.pem')
  writeFileSync(certFile, receiver.cert)
  const zone: Assay['zone'] = { localhost: { a: ['127.0.0.1'] } }
  const names = await startNameServer(zone)
  const others = { NODE_EXTRA_CA_CERTS: certFile, WEBHOOK_ALLOW_CIDRS: '127.0.0.1', DNS_SERVERS: names.address }
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: '', ...others },
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
    names.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  for (const limit = Date.now() + startMs; Date.now() < limit && child.exitCode === null; ) {
    const url = /Assay is ready {2}(\S+)/.exec(said)?.[1]
    if (url) return { url, dataDir, receiver, zone, end }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await end()
  throw new Error(`Assay did not start:\n${said}`)
}
