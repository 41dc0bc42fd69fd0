/** A version 7 UUID: 48 bits of time, so that keys of the same time are neighbours in an index, then 74 random bits. */
export function uuid7(milliseconds: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Math.max(0, Math.floor(milliseconds))
  new DataView(bytes.buffer).setUint16(0, Math.floor(time / 2 ** 32))
  new DataView(bytes.buffer).setUint32(2, time % 2 ** 32)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The creation time of a version 7 UUID, by the clock of its device. */
export function uuid7Time(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
