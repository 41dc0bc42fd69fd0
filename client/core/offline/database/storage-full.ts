/** Thrown when the disk is full and no more space can be freed. The failed save must be reported to the user. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
