import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ZXING_WASM_SHA256 } from 'barcode-detector/ponyfill'
import { describe, expect, test } from 'vitest'
import { formatsOf } from './code-kind.ts'
import { type DetectorClass, nativeReader } from './native-reader.ts'
import { type ReaderMaker, type ReaderName, readerChain } from './reader-chain.ts'

const frame = {} as ImageBitmap

function maker(name: ReaderName, says: string[] | 'absent' | 'broken' | 'unmakeable', log: string[]): ReaderMaker {
  return {
    name,
    make: async () => {
      log.push(name)
      if (says === 'absent') return undefined
      if (says === 'unmakeable') throw new Error(`${name} cannot be loaded`)
      return async () => {
        if (says === 'broken') throw new Error(`${name} is broken`)
        return says
      }
    },
  }
}

describe('the readers of codes [OF04]', () => {
  test.each(['absent', 'broken', 'unmakeable'] as const)(
    'falls back permanently to the next reader when one is %s',
    async (how) => {
      const log: string[] = []
      const read = readerChain([maker('native', how, log), maker('wasm', ['A'], log), maker('script', ['B'], log)])
      expect(await read(frame)).toEqual({ texts: ['A'], reader: 'wasm' })
      expect(await read(frame)).toEqual({ texts: ['A'], reader: 'wasm' })
      expect(log).toEqual(['native', 'wasm'])
    },
  )

  test('report an error when none of them works', async () => {
    const read = readerChain([maker('wasm', 'unmakeable', []), maker('script', 'absent', [])])
    await expect(read(frame)).rejects.toThrow('wasm cannot be loaded')
    await expect(read(frame)).rejects.toThrow('No reader')
  })

  test('use the browser’s detector only when it reads QR codes', async () => {
    const detectorOf = (formats: string[]): DetectorClass =>
      class {
        static getSupportedFormats = async () => formats
        detect = async () => [{ rawValue: 'A' }, { rawValue: 'B' }]
      }
    expect(await nativeReader('qr', detectorOf(['ean_13']))).toBeUndefined()
    expect(await nativeReader('qr', detectorOf([]))).toBeUndefined()
    const read = await nativeReader('qr', detectorOf(['ean_13', 'qr_code']))
    expect(await read!(frame)).toEqual(['A', 'B'])
    // A question asks for any barcode: a detector that lacks a format would never find some.
    expect(await nativeReader('any', detectorOf(['ean_13', 'qr_code']))).toBeUndefined()
    expect(await nativeReader('any', detectorOf([...formatsOf.any]))).toBeDefined()
  })

  test('include the WASM binary of the same version as its JavaScript', () => {
    const binary = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
    expect(createHash('sha256').update(binary).digest('hex')).toBe(ZXING_WASM_SHA256)
  })
})
