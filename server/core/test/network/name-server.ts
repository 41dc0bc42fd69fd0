import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const types = { a: 1, cname: 5, txt: 16 } as const
type Type = keyof typeof types
/** The records of a name. */
type Records = Partial<{ a: readonly string[]; cname: string; txt: readonly string[] }>

/** Letters of a name as in a message: each label with its length before it (RFC 1035). */
const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ])

function dataOf(type: Type, value: string): Buffer {
  if (type === 'a') return Buffer.from(value.split('.').map(Number))
  if (type === 'cname') return encodedName(value)
  return Buffer.concat([Buffer.of(value.length), Buffer.from(value, 'latin1')])
}

function encodedRecord(name: string, type: Type, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(10)
  head.writeUInt16BE(types[type], 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodedName(name), head, data])
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/**
 * A name server on this machine. A name that `zone` does not contain does not exist; for one whose records are null it does not answer.
 * The zone may be changed at any time.
 */
export async function startNameServer(zone: Record<string, Records | null>) {
  const socket = createSocket('udp4')
  const textsOf = (name: string, type: Type): readonly string[] => {
    const found = zone[name]?.[type]
    return typeof found === 'string' ? [found] : (found ?? [])
  }
  const answersOf = (name: string, type: Type | undefined): Buffer[] => {
    if (type === undefined) return []
    const alias = zone[name]?.cname
    if (alias === undefined || type === 'cname')
      return textsOf(name, type).map((text) => encodedRecord(name, type, text))
    return [encodedRecord(name, 'cname', alias), ...answersOf(alias, type)]
  }
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query)
    if (zone[name] === null) return
    const asked = query.readUInt16BE(end)
    const type = (Object.keys(types) as Type[]).find((one) => types[one] === asked)
    const answers = answersOf(name, type)
    const head = Buffer.from([
      query[0]!,
      query[1]!,
      0x81,
      zone[name] ? 0x80 : 0x83,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() }
}
