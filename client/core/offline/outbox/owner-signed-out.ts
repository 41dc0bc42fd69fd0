/**
 * The owner of this data signed out in another tab, or another user signed in: no more changes are saved in the owner's
 * name.
 */
export class OwnerSignedOutError extends Error {
  override name = 'OwnerSignedOutError'
}
