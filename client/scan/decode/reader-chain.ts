/** Returns the texts of the codes in an image. */
export type FrameReader = (frame: ImageBitmap) => Promise<string[]>

export type ReaderName = 'native' | 'wasm' | 'script'
/** Prepares a reader. Returns undefined when the browser does not support it. */
export type ReaderMaker = { name: ReaderName; make: () => Promise<FrameReader | undefined> }

export type DecodeResult = { texts: string[]; reader: ReaderName }

/**
 * Decodes with the first reader that works on this device. A reader that fails is never used again; the next one gets
 * the same frame.
 */
export function readerChain(makers: readonly ReaderMaker[]): (frame: ImageBitmap) => Promise<DecodeResult> {
  const left = [...makers]
  let ready: Promise<FrameReader | undefined> | undefined

  return async (frame) => {
    let failure: unknown
    for (let maker = left[0]; maker; maker = left[0]) {
      try {
        ready ??= maker.make()
        const read = await ready
        if (read) return { texts: await read(frame), reader: maker.name }
      } catch (error) {
        failure = error
      }
      left.shift()
      ready = undefined
    }
    throw failure instanceof Error ? failure : new Error('No reader of codes works here')
  }
}
