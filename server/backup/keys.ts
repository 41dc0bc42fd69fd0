import { Decrypter, Encrypter } from 'age-encryption'

/** The variables with keys. All but CODE_KEY can be missing in an installation. */
export const keyNames = [
  ...(['CODE_KEY', 'NFC_KEY', 'JWT_SECRET', 'BITCOIN_KEY', 'BITCOIN_FORMER_KEYS', 'CATAPULT_KEY', 'LOG_KEY'] as const),
] as const

/** 2^16 steps of scrypt: a fraction of a second and 64 MB. */
const workFactor = 16

/** The keys of an environment, or of several, as lines NAME=value. */
export function keysIn(envs: readonly Record<string, string | undefined>[]): Record<string, string> {
  const found = keyNames.flatMap((name) => {
    const value = envs.map((env) => env[name]).find(Boolean)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(found) as Record<string, string>
}

/** A file with lines NAME=value, such as those for systemd. */
export function parseEnvText(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? []
    return name ? [[name, value!.replace(/^(["'])(.*)\1$/, '$2')]] : []
  })
  return Object.fromEntries(lines) as Record<string, string>
}

export const envText = (keys: Record<string, string>): string =>
  Object.entries(keys)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** A file of age (https://age-encryption.org): `age --decrypt` opens it with the passphrase. */
export async function sealKeys(keys: Record<string, string>, passphrase: string): Promise<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  return Buffer.from(await encrypter.encrypt(envText(keys)))
}

/** Throws if the passphrase is wrong or the file is damaged. */
export async function openKeys(sealed: Uint8Array, passphrase: string): Promise<Record<string, string>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return parseEnvText(await decrypter.decrypt(sealed, 'text'))
}
