import { create } from 'zustand'
import { hasUser, initialSession, type SessionState } from './session-machine.ts'

const demoKey = 'assay.demo'

/** The session of this tab. It is changed by `dispatch` only; demo mode is independent of it. */
export const session = create<SessionState>()(() => ({
  ...initialSession,
  demo: sessionStorage.getItem(demoKey) === 'on',
}))

export function enterDemo(): void {
  sessionStorage.setItem(demoKey, 'on')
  session.setState({ demo: true })
}

export function exitDemo(): void {
  sessionStorage.removeItem(demoKey)
  // A visitor without an account goes back to the landing page, and not to the error page.
  session.setState((state) => ({
    demo: false,
    hasEnded: state.hasEnded || !(hasUser(state) || state.status === 'unknown'),
  }))
}
