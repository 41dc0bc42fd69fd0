/** Browsers have passkeys on pages with HTTPS, and on this machine. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** The code that talks to the browser about passkeys, which only people with one need. */
export const loadAuthenticator = () => import('./authenticator.ts')
