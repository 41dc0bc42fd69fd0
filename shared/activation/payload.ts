import { limits } from '#shared/core/limits/limits.ts'

/** The public data of a submission: its custom id, and the answers and recordings that the form shares. */
export type SubmissionPayload = {
  custom_id_label: string
  custom_id: string
  answers: readonly { question: string; answer: string }[]
  sensorAnswers: readonly { sensorId: string; section_name: string; start_time: string; end_time: string }[]
}

type PayloadSource = {
  facts: Record<string, string>
  /** Keys of the facts in the order of display. If space is short, the first ones are kept. */
  order: readonly string[]
  images: readonly { hash: string; ext: string }[]
  certificates: readonly { hash: string; ext: string; name: string }[]
  submission?: SubmissionPayload | undefined
}
type Part = (kept: Map<string, unknown>) => void

/**
 * The anchored JSON of a product: facts, the custom id of the submission, certificates, the shared data of the submission, then
 * images. Each part is added completely as long as the UTF-8 text is within the payload limit. The first part that does not fit
 * ends the payload. The text is valid JSON at any length.
 */
export function serializePayload({ facts, order, images, certificates, submission }: PayloadSource): string {
  const [head = [], ...shared] = submission ? submissionParts(submission) : []
  const parts: Part[] = [
    ...order
      .filter((key) => Object.hasOwn(facts, key))
      .map(
        (key): Part =>
          (kept) =>
            void kept.set(key, facts[key]),
      ),
    ...head,
    ...certificates.map(({ hash, ext, name }) => append('certs', { hash, ext, name })),
    ...shared.flat(),
    ...images.map(({ hash, ext }) => append('imgs', { hash, ext })),
  ]
  let kept = new Map<string, unknown>()
  for (const add of parts) {
    const next = new Map(kept)
    add(next)
    if (utf8Bytes(textOf(next)) > limits.payloadBytes) break
    kept = next
  }
  return textOf(kept)
}

/** The submission is under one key to which more data is added. Like the lists, it is left out if a fact has that key. */
function submissionParts({ custom_id_label, custom_id, answers, sensorAnswers }: SubmissionPayload): Part[][] {
  const key = 'submission'
  const grow =
    (name: string, item: unknown): Part =>
    (kept) => {
      const standing = kept.get(key)
      if (typeof standing !== 'object') return
      const { [name]: list = [], ...rest } = standing as Record<string, unknown[]>
      kept.set(key, { ...rest, [name]: [...list, item] })
    }
  const head: Part = (kept) => {
    if (!kept.has(key)) kept.set(key, { custom_id_label, custom_id })
  }
  return [
    [head],
    answers.map((answer) => grow('answers', answer)),
    sensorAnswers.map((answer) => grow('sensorAnswers', answer)),
  ]
}

/** If the merchant has a fact of that name, the fact is kept and the list is left out. */
function append(name: string, item: unknown): Part {
  return (kept) => {
    const list = kept.get(name)
    if (list === undefined) kept.set(name, [item])
    else if (Array.isArray(list)) kept.set(name, [...list, item])
  }
}

/** Written pair by pair: an object would sort number-like keys first, and lose a key `__proto__`. */
function textOf(kept: Map<string, unknown>): string {
  return `{${[...kept].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
