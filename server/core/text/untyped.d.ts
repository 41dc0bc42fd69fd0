declare module 'wawoff2' {
  /** A WOFF2 font as TrueType or OpenType. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>
}

declare module 'bidi-js' {
  type EmbeddingLevels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  /** The Unicode Bidirectional Algorithm. Indexes count UTF-16 units. */
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    /** The index of the letter at each visual place. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[]
  }
}
