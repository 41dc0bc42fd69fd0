// @vitest-environment node
import { expect, test } from 'vitest'
import {
  initialSession,
  nextSession,
  type RememberedUser,
  type SessionEvent,
  type SessionState,
  type SessionStatus,
} from './session-machine.ts'

const known = { claims: { sub: '1' }, user: { id: '1' } } as unknown as RememberedUser
const other = { token: 'new', claims: { sub: '2' }, user: { id: '2' } } as never as RememberedUser & { token: string }

const events: SessionEvent[] = [
  { type: 'restored', known },
  { type: 'networkLost', known },
  { type: 'cookieMissing', known },
  { type: 'nobodyFound' },
  { type: 'signedIn', ...other },
  { type: 'refreshed', ...other },
  { type: 'refused' },
  { type: 'denied' },
  { type: 'endedElsewhere' },
  { type: 'deviceSignedOut', isBlocked: false },
  { type: 'signOutAsked', signOutId: 'a' },
  { type: 'signOutFound' },
  { type: 'signedOut' },
  { type: 'signInAsked' },
  { type: 'offlineAsked' },
]

/** The state after each event of the list above; `·` leaves the session as it is. */
const table: Record<SessionStatus, string> = {
  unknown: 'signedIn offline ended signedOut signedIn signedIn signedOut · · signedOut signingOut signingOut · · ·',
  signedIn: '· offline ended · signedIn signedIn signedOut signedOut signedOut signedOut signingOut signingOut · · ·',
  offline: '· · ended · signedIn signedIn ended signedOut signedOut signedOut signingOut signingOut · · ·',
  ended: '· offline · · signedIn signedIn · signedOut signedOut signedOut signingOut signingOut · signedOut ·',
  signingOut: '· · · · signedIn · · · · · signingOut · signedOut · ·',
  signedOut: '· · · · signedIn signedIn · · · signedOut signingOut signingOut · · unknown',
}
const working: SessionStatus[] = ['signedIn', 'offline', 'ended']

const sessionIn = (status: SessionStatus): SessionState => ({
  ...initialSession,
  status,
  ...(working.includes(status) && { ...known, isStored: true, token: status === 'ended' ? undefined : 'old' }),
})

for (const status of Object.keys(table) as SessionStatus[]) {
  const cells = table[status].split(' ')
  test.each(events.map((event, place) => [event.type, cells[place]!, event] as const))(
    `${status}: %s leads to %s`,
    (_, expected, event) => {
      const before = sessionIn(status)
      const after = nextSession(before, event)
      if (expected === '·') return expect(after).toBe(before)
      expect(after.status).toBe(expected)
      // Only a state in which a user works has a user, and an ended session has no token.
      expect(after.claims !== undefined).toBe(working.includes(after.status))
      if (after.status !== 'signedIn' && after.status !== 'offline') expect(after.token).toBeUndefined()
      expect(after.hasEnded).toBe(working.includes(status) && !working.includes(after.status))
    },
  )
}

test('takes the user of the token, and the remembered user only at a start', () => {
  expect(nextSession(sessionIn('offline'), { type: 'refreshed', ...other })).toMatchObject(other)
  expect(nextSession(sessionIn('unknown'), { type: 'networkLost', known })).toMatchObject({ ...known, isStored: true })
  const signedIn = nextSession(sessionIn('unknown'), { type: 'signedIn', ...other })
  expect(nextSession(signedIn, { type: 'networkLost', known })).toMatchObject({ ...other, status: 'offline' })
})

test.each([
  ['refused', 'expired'],
  ['denied', 'expired'],
  ['endedElsewhere', 'elsewhere'],
  ['deviceSignedOut', 'elsewhere'],
  ['signOutAsked', undefined],
] as const)('explains to a signed-in user the end by %s as %s, until the next event', (type, reason) => {
  const ended = nextSession(sessionIn('signedIn'), events.find((event) => event.type === type)!)
  expect(ended.endReason).toBe(reason)
  expect(nextSession(ended, { type: 'signedIn', ...other }).endReason).toBeUndefined()
})

test('explains nothing when nobody was signed in', () => {
  expect(nextSession(sessionIn('unknown'), { type: 'refused' }).endReason).toBeUndefined()
})
