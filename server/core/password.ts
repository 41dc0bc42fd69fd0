import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'

/** Argon2id (the library's default kind), 19 MiB, two passes: OWASP's first choice. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let running = 0
const waiting: (() => void)[] = []

/** Hashing more at once than there are cores only takes memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Stands where an account has no password yet. Not the form of any hash, so no password matches it. */
export const noPassword = '!'

let absent: Promise<string> | undefined

/** Takes the same time for an account that does not exist or has no password, so that the time tells nothing. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  absent ??= hashPassword('no account has this password')
  const against = stored === undefined || stored === noPassword ? await absent : stored
  const matches = await inTurn(() => verify(against, password))
  return matches && against === stored
}
