import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A value in the encoding of certificates (DER, X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const head = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const isTrue = der(0x01, Buffer.from([0xff]))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
/** Another one for each certificate: of authorities with one name, a client tries only the first. */
const newName = () =>
  sequence(
    der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(`Assay test ${randomBytes(8).toString('hex')}`)))),
  )
const validity = sequence(...['250101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time))))
const extensionsFor = (names: readonly string[]) => {
  const hosts = names.map((name) => der(0x82, Buffer.from(name)))
  const subjects = sequence(...hosts, der(0x87, Buffer.from([127, 0, 0, 1])))
  return der(
    0xa3,
    sequence(
      sequence(objectId('551d13'), isTrue, der(0x04, sequence(isTrue))),
      sequence(objectId('551d11'), der(0x04, subjects)),
    ),
  )
}

/** A key with a certificate for 127.0.0.1 and names of this machine that is its own authority (RFC 5280). */
export function selfSignedCertificate(names: readonly string[] = ['localhost']): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = newName()
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsFor(names),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const lines = sequence(signed, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Lets this process accept the certificate, besides those that it accepts anyway. */
export function trustCertificate(cert: string): void {
  setDefaultCACertificates([...getCACertificates('default'), cert])
}
