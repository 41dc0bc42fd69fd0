/** The disk is full and nothing more can be given up: the person has to know that this was not saved. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
