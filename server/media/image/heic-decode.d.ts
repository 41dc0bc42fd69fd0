declare module 'heic-decode' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray }
  type HeicImage = Pick<Pixels, 'width' | 'height'> & { decode(): Promise<Pixels> }
  const decode: {
    (input: { buffer: Uint8Array }): Promise<Pixels>
    /** The images of a file, not yet decoded. */
    all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>
  }
  export default decode
}
