import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const deflated = promisify(deflateRaw)

export type ZipEntry = { name: string; content: Buffer /** Pressed already, as PNG is. */; stored?: boolean }

/** Names are UTF-8. */
const utf8 = 0x0800
const [storing, deflating] = [0, 8]
/** The format without its 64-bit extension counts entries in 16 bits. */
const mostEntries = 0xffff

/** A ZIP as a stream; what is kept is one record of the directory an entry. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>, time: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content, stored } of entries) {
    const pressed = stored ? content : await deflated(content)
    const facts = factsOf(content, pressed, stored ? storing : deflating, time)
    const title = Buffer.from(name)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, lengths(title), title])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, lengths(title), central, title]))
    offset += local.length + pressed.length
    yield Buffer.concat([local, pressed])
  }
  if (directory.length > mostEntries) throw new Error(`${directory.length} entries need a ZIP of 64 bits`)
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([list, end])
}

/** What the header of an entry and its record in the directory both say, from the version needed to the sizes. */
function factsOf(content: Buffer, pressed: Buffer, method: number, time: Date): Buffer {
  const facts = Buffer.alloc(22)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(utf8, 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE((time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1), 6)
  facts.writeUInt16LE(((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), 8)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(pressed.length, 14)
  facts.writeUInt32LE(content.length, 18)
  return facts
}

/** Of the name, and of extra fields that are not there. */
function lengths(name: Buffer): Buffer {
  const both = Buffer.alloc(4)
  both.writeUInt16LE(name.length)
  return both
}
