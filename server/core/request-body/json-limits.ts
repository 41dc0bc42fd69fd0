import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/**
 * No body of a contract is nested deeper than a third of this. Parsers and schemas are recursive, so depth costs stack and
 * memory.
 */
const maxDepth = 32
/**
 * A body may contain one value for this number of bytes of its limit. Real bodies have longer values, because most are strings.
 */
const bytesPerValue = 8

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [opening, closing] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])]

/**
 * Counts depth and values of a JSON text without parsing it, in one pass over its bytes as they arrive. Throws if parsing and
 * validating would cost much more than its length justifies. Text that is not JSON is left to the parser.
 *
 * @param bodyLimit limit of the route in bytes
 * @returns a function that takes the pieces of the text in their order
 */
export function createJsonLimitCheck(bodyLimit: number): (piece: Buffer) => void {
  const maxValues = Math.ceil(bodyLimit / bytesPerValue)
  let depth = 0
  let values = 1
  let isInString = false
  let isEscaped = false
  return (piece) => {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false
      else if (byte === quote) isInString = !isInString
      else if (isInString) isEscaped = byte === backslash
      else if (byte === comma) values++
      else if (opening.has(byte)) {
        values++
        depth++
      } else if (closing.has(byte)) depth--
      if (depth > maxDepth) throw new Problem(coreProblems.tooDeep, { depth: maxDepth })
      if (values > maxValues) throw new Problem(coreProblems.tooMany, { values: maxValues })
    }
  }
}
