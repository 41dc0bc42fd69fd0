import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { startNameServer } from '#server/core/test/network/name-server.ts'
import { selfSignedCertificate, trustCertificate } from '#server/core/test/network/self-signed-certificate.ts'
import { type BrandHostView, brandHostContract } from '#shared/host/contract.ts'
import { checkBrandHost } from './jobs.ts'

export const installation = 'assay.example'
export const brandName = 'verify.brand.example'

/** An installation behind TLS on this machine, and the name server that it asks. Its certificate is also valid for `brandName`. */
export async function startInstallation() {
  const zone: Parameters<typeof startNameServer>[0] = { [installation]: { a: ['127.0.0.1'] } }
  const names = await startNameServer(zone)
  const certificate = selfSignedCertificate([installation, brandName])
  trustCertificate(certificate.cert)
  const tls = createServer(certificate)
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const port = (tls.address() as AddressInfo).port
  const world = await testApp({
    config: {
      publicUrl: `https://${installation}:${port}`,
      dnsServers: [names.address],
      webhookAllowCidrs: ['127.0.0.0/8'],
    },
  })
  tls.on('request', (request, response) => world.app.server.emit('request', request, response))
  return {
    world,
    zone,
    port,
    tls,
    async close() {
      await world.close()
      names.close()
      tls.close()
      tls.closeAllConnections()
    },
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

export const brandHosts = (world: TestApp, person: Person) => world.api(brandHostContract, person)

/** Sets both records of a host as its merchant is told to. */
export function setRecords({ zone }: Pick<Installation, 'zone'>, { records }: BrandHostView): void {
  for (const { type, name, value } of records) zone[name] = type === 'CNAME' ? { cname: value } : { txt: [value] }
}

/** Checks a host as the button does, in this process, and returns it. */
export async function checked(world: TestApp, person: Person, id: string): Promise<BrandHostView> {
  const find = async () => (await brandHosts(world, person).list()).rows.find((row) => row.id === id)!
  const { host, records } = await find()
  await vi.waitUntil(async () => (await world.services.brandHosts.tokensOf(host)).includes(records[1]!.value))
  const context = {
    services: world.services,
    signal: new AbortController().signal,
    heartbeat: async () => {},
    attempt: 'test',
  }
  await checkBrandHost.run({ id }, context)
  return find()
}

/** A merchant with a proven host, which this process knows. */
export async function proveHost(site: Installation, person: Person, host = brandName): Promise<BrandHostView> {
  const added = await brandHosts(site.world, person).add({ body: { host } })
  setRecords(site, added)
  const proven = await checked(site.world, person, added.id)
  const { brandHosts: known } = site.world.services
  await vi.waitUntil(async () => (await known.find(host))?.merchantId === person.merchantId)
  return proven
}
