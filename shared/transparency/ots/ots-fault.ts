/** The reason why an OpenTimestamps file cannot be followed. */
export type OtsFault =
  | 'empty'
  /** A web page, or another text that a server sent instead of the file. */
  | 'message'
  | 'oversized'
  /** It does not begin as files of OpenTimestamps do. */
  | 'magic'
  /** A later version of the format. */
  | 'version'
  /** The digest of the file is not SHA-256. */
  | 'hash'
  /** It begins with the digest of another file. */
  | 'other'
  /** It ends too early. */
  | 'truncated'
  /** Bytes follow its end. */
  | 'trailing'
  /** More operations follow each other than the format allows. */
  | 'deep'
  /** An operation, attestation or length that the format does not have. */
  | 'malformed'

export class OtsFaultError extends Error {
  override name = 'OtsFaultError'
  readonly fault: OtsFault

  constructor(fault: OtsFault) {
    super(fault)
    this.fault = fault
  }
}
