/** The owner of this data signed out, or somebody else signed in, in another tab: nothing is saved in their name any more. */
export class OwnerSignedOutError extends Error {
  override name = 'OwnerSignedOutError'
}
