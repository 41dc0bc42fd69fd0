/**
 * The states of a custom domain. `pending`: it was never proven, or another merchant has proven it since; it serves nothing. `failing`: it
 * was proven, and the last check has failed.
 */
export const brandHostStates = ['pending', 'active', 'failing'] as const
export type BrandHostState = (typeof brandHostStates)[number]

/**
 * Why the last check of a custom domain has failed.
 *
 * - `dns`: the name servers do not answer
 * - `target`: the name does not point to this installation
 * - `proof`: the TXT record is missing
 * - `taken`: it belongs to another merchant, whose TXT record is there, too
 * - `lost`: another merchant has proven it
 * - `address`: it points into a private network
 * - `certificate`: no valid certificate
 * - `connection`: no connection
 * - `answer`: another server responds
 */
export const brandHostFaults = [
  'dns',
  'target',
  'proof',
  'taken',
  'lost',
  'address',
  'certificate',
  'connection',
  'answer',
] as const
export type BrandHostFault = (typeof brandHostFaults)[number]

/** The path at which a custom domain is asked whose it is. */
export const challengePath = '/.well-known/assay-host'
/** The label of the TXT record that proves who owns a custom domain. */
export const challengeLabel = '_assay-challenge'
