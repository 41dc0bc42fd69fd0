/** The disk is full and no more space can be freed. The user must be told that the save failed. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
