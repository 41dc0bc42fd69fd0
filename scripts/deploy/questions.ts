import { createInterface } from 'node:readline/promises'

export type SetupQuestion = {
  /** Its option on the command line, without dashes. */
  option: string
  /** The variable that the answer is written to, if it is one. */
  variable?: string
  ask: string
  /** The answer of an empty line; undefined: an answer is needed. */
  fallback?: string
  /** Returns what is wrong with an answer. */
  fault?: (answer: string) => string | undefined
  /** A wrong answer is not repeated, because it may contain a password. */
  isSecret?: boolean
}

const isUrl = (protocols: readonly string[]) => (answer: string) =>
  answer.split(',').every((one) => protocols.includes(URL.parse(one.trim())?.protocol ?? ''))
    ? undefined
    : `must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
const isAddress = (answer: string) => (/^\S+@\S+$/.test(answer) ? undefined : 'must be an email address')
const isOneOf = (words: readonly string[]) => (answer: string) =>
  words.includes(answer) ? undefined : `must be one of: ${words.join(', ')}`

/** Everything that an installation cannot know by itself, in the order of the questions. */
export const questions: readonly SetupQuestion[] = [
  {
    option: 'public-url',
    variable: 'PUBLIC_URL',
    ask: 'Public URL. It is printed in every code and never changes',
    fault: isUrl(['https:']),
  },
  {
    option: 'database-url',
    variable: 'DATABASE_URL',
    ask: 'URL of a PostgreSQL database, or "create" for one on this machine',
    fallback: 'create',
    fault: (answer) => (answer === 'create' ? undefined : isUrl(['postgres:', 'postgresql:'])(answer)),
    isSecret: true,
  },
  {
    option: 'smtp-url',
    variable: 'SMTP_URL',
    ask: 'Mail server, such as smtps://user:password@mail.brand.example, or "off"',
    fallback: 'smtp://127.0.0.1:25',
    fault: (answer) => (answer === 'off' ? undefined : isUrl(['smtp:', 'smtps:'])(answer)),
    isSecret: true,
  },
  {
    option: 'mail-from',
    variable: 'MAIL_FROM',
    ask: 'Sender of all mails',
    fault: (answer) => (answer.includes('@') ? undefined : 'must be an email address'),
  },
  {
    option: 'support-email',
    variable: 'SUPPORT_EMAIL',
    ask: 'Address that receives messages of users',
    fault: isAddress,
  },
  {
    option: 'bitcoin-rpc-url',
    variable: 'BITCOIN_RPC_URL',
    ask: 'JSON-RPC of a Bitcoin node, with user and password',
    fallback: 'http://127.0.0.1:8332',
    fault: isUrl(['http:', 'https:']),
    isSecret: true,
  },
  {
    option: 'bitcoin-network',
    variable: 'BITCOIN_NETWORK',
    ask: 'Network of the Bitcoin node',
    fallback: 'mainnet',
    fault: isOneOf(['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']),
  },
  {
    option: 'catapult-url',
    variable: 'CATAPULT_URL',
    ask: 'REST URL of a Catapult (Symbol) node; three, separated by commas, check each other',
    fault: isUrl(['http:', 'https:']),
  },
  {
    option: 'catapult-network',
    variable: 'CATAPULT_NETWORK',
    ask: 'Network of the Catapult node',
    fallback: 'mainnet',
    fault: isOneOf(['mainnet', 'testnet', 'local']),
  },
  {
    option: 'proxy',
    ask: 'Reverse proxy to write a file for: caddy, nginx or none',
    fallback: 'caddy',
    fault: isOneOf(['caddy', 'nginx', 'none']),
  },
]

export type Answers = Record<string, string>

/** An answer that an option gives is not right: nothing was written. */
export class AnswerError extends Error {}

/**
 * Takes the answers from the options, then from the values of an earlier run, then asks. Without a terminal, a missing answer
 * is its fallback or an error.
 */
export async function setupAnswers(options: Answers, earlier: Answers): Promise<Answers> {
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined
  const answers: Answers = {}
  try {
    for (const question of questions) {
      const { option, variable, fault } = question
      const known = options[option] ?? (variable && earlier[variable])
      if (known !== undefined) {
        const wrong = options[option] === undefined ? undefined : fault?.(known)
        if (wrong) throw new AnswerError(`--${option}: ${wrong}`)
        answers[option] = known
      } else answers[option] = await answerTo(question, lines)
    }
  } finally {
    lines?.close()
  }
  return answers
}

async function answerTo(
  question: SetupQuestion,
  lines: ReturnType<typeof createInterface> | undefined,
): Promise<string> {
  const { option, ask, fallback, fault, isSecret } = question
  if (!lines) {
    if (fallback === undefined) throw new AnswerError(`--${option} is needed: ${ask}`)
    return fallback
  }
  for (;;) {
    const typed = (await lines.question(`${ask}${fallback === undefined ? '' : ` [${fallback}]`}: `)).trim()
    const answer = typed || (fallback ?? '')
    const wrong = answer === '' ? 'is missing' : fault?.(answer)
    if (!wrong) return answer
    process.stderr.write(`  ${isSecret || answer === '' ? 'The answer' : answer} ${wrong}\n`)
  }
}
