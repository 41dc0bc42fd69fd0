import { setTimeout as pause } from 'node:timers/promises'

const attempts = 6
/** The answer may differ when the call is sent again. */
const transient = new Set([408, 429, 502, 503, 504])
const longestPauseMs = 60_000

/** A call that Assay rejected, or that did not reach it. `status` is 0 without an answer. */
export class CallError extends Error {
  constructor(status, problem) {
    super(problem.message)
    this.status = status
    this.problem = problem
  }
}

/**
 * Calls Assay with an API key. A read, and a write with an idempotency key, is repeated when its answer is lost or asks for a
 * pause. The types are in index.d.ts.
 */
export function createClient({ url, key, tell = () => undefined, pauseMs = 1_000 }) {
  const base = url.replace(/\/+$/, '')

  async function open(name, { params = {}, query = {}, body, idempotencyKey } = {}) {
    const [method, path] = name.split(' ')
    const filled = path.replace(/:(\w+)/g, (_, word) => encodeURIComponent(params[word]))
    const target = new URL(`${base}/api${filled}`)
    for (const [word, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(word, value)
    const request = {
      method,
      // A redirect could carry the key to another server.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const mayRepeat = method === 'GET' || idempotencyKey !== undefined
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(target, request).catch((error) => unreachable(base, error))
      if (!(answer instanceof CallError) && answer.ok) return answer
      const error = answer instanceof CallError ? answer : await errorOf(answer)
      const isTransient = error.status === 0 || transient.has(error.status)
      if (!mayRepeat || !isTransient || attempt === attempts) throw error
      const wait = Math.min(error.retryAfterMs ?? pauseMs * 2 ** (attempt - 1), longestPauseMs)
      tell(`${error.message} Trying again in ${Math.ceil(wait / 1000)} s.`)
      await pause(wait)
    }
  }

  return { open, call: async (name, input) => (await open(name, input)).json() }
}

function unreachable(base, error) {
  const reason = error.cause?.message ?? error.message
  return new CallError(0, { error: 'unreachable', message: `${base} does not answer: ${reason}.` })
}

async function errorOf(answer) {
  const text = await answer.text()
  let problem
  try {
    problem = JSON.parse(text)
  } catch {
    problem = undefined
  }
  const known = typeof problem?.message === 'string' ? problem : { error: 'unknown', message: `HTTP ${answer.status}` }
  const error = new CallError(answer.status, known)
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (seconds >= 0) error.retryAfterMs = seconds * 1000
  return error
}
