import { webcrypto } from 'node:crypto'
import {
  CompressionStream,
  DecompressionStream,
  ReadableStream,
  TextDecoderStream,
  TextEncoderStream,
  TransformStream,
  WritableStream,
} from 'node:stream/web'

/**
 * Adds what the context of a test file lacks: such a context has the globals of the language and of jsdom, and only some of
 * Node's. Each browser has these.
 */
const missing = {
  CompressionStream,
  DecompressionStream,
  ReadableStream,
  TextDecoderStream,
  TextEncoderStream,
  TransformStream,
  WritableStream,
}
for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) define(name, value)
}

const { subtle } = webcrypto
/**
 * An async function of this file returns a promise of this context, while `subtle` returns one of Node's. Dexie learns from
 * the first promise of `subtle` how native promises look: with one of Node's, its transactions would end at the first await.
 */
const ownSubtle = new Proxy(subtle, {
  get(_, name) {
    const member: unknown = Reflect.get(subtle, name)
    return typeof member === 'function' ? async (...args: unknown[]) => await member.apply(subtle, args) : member
  },
})
define('crypto', {
  subtle: ownSubtle,
  randomUUID: webcrypto.randomUUID.bind(webcrypto),
  getRandomValues: webcrypto.getRandomValues.bind(webcrypto),
})

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
