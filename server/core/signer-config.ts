import { z } from 'zod'
import { ConfigError, givenVariables, hex32, logLevel, publishedKeyIssues, type SignerVariable } from './config.ts'

const own = {
  BITCOIN_KEY: hex32.describe('Private key that pays for Bitcoin anchors: 64 hex digits'),
  CATAPULT_KEY: hex32.describe('Private key that announces Catapult anchors: 64 hex digits'),
  LOG_KEY: hex32.describe('Private key that signs the checkpoints of the transparency log (Ed25519): 64 hex digits'),
  BITCOIN_MAX_FEE_RATE: z.coerce
    .number()
    .min(2)
    .max(10_000)
    .default(200)
    .describe('Maximum fee rate of a signed Bitcoin transaction, in satoshis per virtual byte'),
  CATAPULT_MAX_FEE: z.coerce
    .number()
    .int()
    .positive()
    .default(1_000_000)
    .describe('Maximum fee of a signed Catapult transfer, in the smallest unit of the currency'),
} satisfies Record<SignerVariable, z.ZodType>

/** All environment variables that the signer reads. The other processes refuse to start with one of `own`. */
export const SignerEnvironment = z.object({
  SIGNER_SOCKET: z.string().describe('Unix socket of the signer; its folder must be closed to other users'),
  LOG_LEVEL: logLevel,
  ...own,
})

/** Reads the environment of the signer. Throws one error that names all invalid variables. */
export function loadSignerConfig(env: Record<string, string | undefined> = process.env) {
  const given = givenVariables(env)
  const parsed = SignerEnvironment.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  issues.push(...publishedKeyIssues(given))
  if (!parsed.success || issues.length > 0) throw new ConfigError(issues)
  const { data } = parsed
  return {
    signerSocket: data.SIGNER_SOCKET,
    logLevel: data.LOG_LEVEL,
    bitcoinKey: data.BITCOIN_KEY,
    catapultKey: data.CATAPULT_KEY,
    logKey: data.LOG_KEY,
    maxFeeRate: data.BITCOIN_MAX_FEE_RATE,
    maxFee: BigInt(data.CATAPULT_MAX_FEE),
  }
}
