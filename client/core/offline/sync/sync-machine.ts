import { leadsTo } from '#client/core/leads-to.ts'

/** The steps of a sync run, in their order. */
const steps = ['probing', 'pushing', 'pulling', 'uploading'] as const
export type SyncStep = (typeof steps)[number]

/**
 * - idle: everything was sent and fetched
 * - probing: makes sure that the server responds
 * - pushing: sends operations and applies the acknowledgements
 * - pulling: fetches the changes of others and applies them
 * - uploading: sends the files for which operations wait
 * - waiting: until the next attempt, because the server cannot be reached or the e-mail is not confirmed
 * - elsewhere: another tab syncs
 * - needsSignIn, needsUpdate: nothing is sent before the user has signed in, or the app is updated
 */
type SyncStatus = SyncStep | 'idle' | 'waiting' | 'elsewhere' | 'needsSignIn' | 'needsUpdate'

const to = leadsTo<SyncStatus>

/**
 * An event that is not listed for a state changes nothing. `docs/architecture.md` says what each event means; a test
 * compares its table with this one.
 */
export const syncTransitions = {
  started: to('probing', 'idle', 'waiting', 'elsewhere'),
  responded: to('pushing', 'probing'),
  pushed: to('pulling', 'pushing'),
  // From a backup. It first receives the operations that it lost.
  serverRestored: to('pushing', 'pulling'),
  pulled: to('uploading', 'pulling'),
  // Operations that waited for a file are sent immediately.
  uploaded: to('probing', 'uploading'),
  finished: to('idle', 'pulling', 'uploading'),
  otherTab: to('elsewhere', 'idle', 'waiting'),
  unreachable: to('waiting', ...steps),
  confirm: to('waiting', ...steps),
  signIn: to('needsSignIn', ...steps),
  update: to('needsUpdate', ...steps),
  replaced: to('elsewhere', ...steps),
  broken: to('idle', ...steps),
  // A run that is in progress continues, and its failure counts as the first one.
  resumed: {
    ...to('idle', 'idle', 'waiting', 'elsewhere', 'needsSignIn', 'needsUpdate'),
    ...(Object.fromEntries(steps.map((step) => [step, step])) as Record<SyncStep, SyncStep>),
  },
}
export type SyncEvent = keyof typeof syncTransitions

export type SyncLoopState = {
  status: SyncStatus
  /** Runs in a row that led to `waiting`. */
  failures: number
  /** The instant of the next attempt (monotonic, ms). */
  notBefore: number
  /** A run has fetched all changes, and nothing but an unexpected error has stopped a run since. */
  isServerReachable: boolean
}

export const initialSync: SyncLoopState = { status: 'idle', failures: 0, notBefore: 0, isServerReachable: false }

const reachable: readonly SyncEvent[] = ['pulled', 'finished', 'confirm']
const unreachable: readonly SyncEvent[] = ['unreachable', 'signIn', 'update', 'replaced']

/** The state after an event. `retryAt` is asked for the instant of the next attempt if the event leads to `waiting`. */
export function nextSync(state: SyncLoopState, event: SyncEvent, retryAt: () => number): SyncLoopState {
  const status = syncTransitions[event][state.status]
  if (!status) return state
  const isServerReachable = reachable.includes(event) || (state.isServerReachable && !unreachable.includes(event))
  if (event === 'finished' || event === 'resumed') return { status, failures: 0, notBefore: 0, isServerReachable }
  if (status === 'waiting') return { status, failures: state.failures + 1, notBefore: retryAt(), isServerReachable }
  return { ...state, status, isServerReachable }
}

/** The step that a run does next. Undefined when the run has ended. */
export const stepOf = ({ status }: SyncLoopState): SyncStep | undefined => steps.find((step) => step === status)

/** The pause that the user can end. */
export const pauseOf = ({ status }: SyncLoopState): 'signIn' | 'update' | undefined =>
  status === 'needsSignIn' ? 'signIn' : status === 'needsUpdate' ? 'update' : undefined
