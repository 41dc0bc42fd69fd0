// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { initialSync, nextSync, pauseOf, type SyncEvent, type SyncLoopState, stepOf } from './sync-machine.ts'

const events: SyncEvent[] = [
  'started',
  'responded',
  'pushed',
  'serverRestored',
  'pulled',
  'uploaded',
  'finished',
  'otherTab',
  'unreachable',
  'confirm',
  'signIn',
  'update',
  'replaced',
  'broken',
  'resumed',
]

const stops = 'waiting waiting needsSignIn needsUpdate elsewhere idle'
/** The state after each event of the list above; `·` leaves the state as it is. */
const table: Record<SyncLoopState['status'], string> = {
  idle: 'probing · · · · · · elsewhere · · · · · · idle',
  waiting: 'probing · · · · · · elsewhere · · · · · · idle',
  elsewhere: 'probing · · · · · · · · · · · · · idle',
  needsSignIn: '· · · · · · · · · · · · · · idle',
  needsUpdate: '· · · · · · · · · · · · · · idle',
  probing: `· pushing · · · · · · ${stops} probing`,
  pushing: `· · pulling · · · · · ${stops} pushing`,
  pulling: `· · · pushing uploading · idle · ${stops} pulling`,
  uploading: `· · · · · probing idle · ${stops} uploading`,
}
const statuses = Object.keys(table) as SyncLoopState['status'][]
const stateIn = (status: SyncLoopState['status']): SyncLoopState => ({
  ...initialSync,
  status,
  failures: 2,
  notBefore: 20,
})

test.each(
  statuses.flatMap((status) => table[status].split(' ').map((next, place) => [status, events[place]!, next] as const)),
)('%s: %s leads to %s', (status, event, next) => {
  const before = stateIn(status)
  const retryAt = vi.fn(() => 100)
  const after = nextSync(before, event, retryAt)
  expect(retryAt).toHaveBeenCalledTimes(next === 'waiting' ? 1 : 0)
  if (next === '·') return expect(after).toBe(before)
  const ends = event === 'finished' || event === 'resumed'
  expect(after).toMatchObject({
    status: next,
    failures: ends ? 0 : next === 'waiting' ? 3 : 2,
    notBefore: ends ? 0 : next === 'waiting' ? 100 : 20,
  })
})

test('goes from the start of a run through all steps to its end', () => {
  const run = ['started', 'responded', 'pushed', 'pulled', 'uploaded', 'responded', 'pushed', 'finished'] as const
  const states = run.map(
    (
      (state) => (event: SyncEvent) =>
        (state = nextSync(state, event, () => 0))
    )(initialSync),
  )
  expect(states.map(stepOf)).toEqual([
    'probing',
    'pushing',
    'pulling',
    'uploading',
    'probing',
    'pushing',
    'pulling',
    undefined,
  ])
})

test('counts the server as reachable after its changes, and not after a run that it stopped', () => {
  const pulled = nextSync(stateIn('pulling'), 'pulled', () => 0)
  expect([pulled.isServerReachable, nextSync(pulled, 'unreachable', () => 0).isServerReachable]).toEqual([true, false])
  expect(nextSync(stateIn('pulling'), 'confirm', () => 0).isServerReachable).toBe(true)
})

test('names what the user can do to end a pause', () => {
  expect(statuses.filter((status) => pauseOf(stateIn(status)))).toEqual(['needsSignIn', 'needsUpdate'])
})
