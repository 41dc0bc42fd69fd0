/** The disk is full and nothing more can be freed. The user must learn that the save failed. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
