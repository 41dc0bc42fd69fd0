import { z } from 'zod'
import { ConfigError, givenVariables, type SignerVariable } from './config-checks.ts'
import { hex32, logLevel } from './environment-values.ts'

const budget = (fallback: number, what: string) =>
  z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(fallback).describe(`${what}. 0: no limit`)

const own = {
  BITCOIN_KEY: hex32
    .optional()
    .describe('Private key that pays for Bitcoin anchors: 64 hex digits. Required, unless BITCOIN_KEY_COMMAND is set'),
  BITCOIN_FORMER_KEYS: z
    .string()
    .transform((list) => list.split(',').map((text) => text.trim()))
    .pipe(z.array(hex32))
    .optional()
    .describe(
      'Earlier values of BITCOIN_KEY, separated by commas. Their outputs are spent first, and the change goes to BITCOIN_KEY',
    ),
  BITCOIN_KEY_COMMAND: z
    .string()
    .optional()
    .describe(
      'Program that signs instead of BITCOIN_KEY, such as one for a hardware module. Called with "public-key", or with "sign" and 64 hex digits',
    ),
  CATAPULT_KEY: hex32.describe('Private key that announces Catapult anchors: 64 hex digits'),
  LOG_KEY: hex32.describe('Private key that signs the checkpoints of the transparency log (Ed25519): 64 hex digits'),
  BITCOIN_MAX_FEE_RATE: z.coerce
    .number()
    .min(2)
    .max(10_000)
    .default(200)
    .describe('Maximum fee rate of a signed Bitcoin transaction, in satoshis per virtual byte'),
  BITCOIN_DAY_BUDGET: budget(300_000, 'Maximum sum of the fees of Bitcoin transactions in 24 hours, in satoshis'),
  BITCOIN_YEAR_BUDGET: budget(30_000_000, 'Maximum sum of these fees in 365 days, in satoshis'),
  CATAPULT_MAX_FEE: z.coerce
    .number()
    .int()
    .positive()
    .default(1_000_000)
    .describe('Maximum fee of a signed Catapult transfer, in the smallest unit of the currency'),
  CATAPULT_DAY_BUDGET: budget(
    300_000_000,
    'Maximum sum of the fees of Catapult transfers in 24 hours, in the smallest unit of the currency',
  ),
  CATAPULT_YEAR_BUDGET: budget(60_000_000_000, 'Maximum sum of these fees in 365 days'),
  SIGNER_FEES_FILE: z
    .string()
    .optional()
    .describe('File with the fees of the last year, for the budgets. Default: SIGNER_SOCKET with ".fees" at its end'),
  SIGNER_CHECKPOINTS_FILE: z
    .string()
    .optional()
    .describe(
      'File with the last signed checkpoint of each log. Without it, a database that was restored from an old dump is signed as a second history. Default: SIGNER_FEES_FILE with ".checkpoints" at its end',
    ),
} satisfies Record<SignerVariable, z.ZodType>

/** All environment variables that the signer reads. The other processes do not start with one of `own`. */
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
  if (!given.BITCOIN_KEY && !given.BITCOIN_KEY_COMMAND)
    issues.push('BITCOIN_KEY: required, unless BITCOIN_KEY_COMMAND is set')
  if (!parsed.success || issues.length > 0) throw new ConfigError(issues)
  const { data } = parsed
  const feesFile = data.SIGNER_FEES_FILE ?? `${data.SIGNER_SOCKET}.fees`
  return {
    signerSocket: data.SIGNER_SOCKET,
    logLevel: data.LOG_LEVEL,
    bitcoinKey: data.BITCOIN_KEY,
    bitcoinFormerKeys: data.BITCOIN_FORMER_KEYS ?? [],
    bitcoinKeyCommand: data.BITCOIN_KEY_COMMAND,
    catapultKey: data.CATAPULT_KEY,
    logKey: data.LOG_KEY,
    maxFeeRate: data.BITCOIN_MAX_FEE_RATE,
    maxFee: BigInt(data.CATAPULT_MAX_FEE),
    feesFile,
    checkpointsFile: data.SIGNER_CHECKPOINTS_FILE ?? `${feesFile}.checkpoints`,
    budgets: {
      bitcoin: { day: BigInt(data.BITCOIN_DAY_BUDGET), year: BigInt(data.BITCOIN_YEAR_BUDGET) },
      catapult: { day: BigInt(data.CATAPULT_DAY_BUDGET), year: BigInt(data.CATAPULT_YEAR_BUDGET) },
    },
  }
}
