import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#server/core/files/replace-file.ts'
import { limitOf, type TagKind, temperatureAt } from './temperature.ts'

/** Times are epoch seconds. */
export type EmbeddedTag = { tidnfc: string; kind: TagKind; startedAt: number; stoppedAt: number | null }
/** 40: the tag records. 50: it has stopped; its readings can still be read. */
type TagStatus = 40 | 50

/** Seconds between two readings. */
const interval = 600
/** A tag stops when its memory is full. */
const memory = 50_000
const [hour, day] = [3600, 86_400]

/** The started tags, in a file. Readings are computed and not stored. */
export class TagStore {
  readonly #file: string
  readonly #tags: Map<string, EmbeddedTag>

  /** @param now epoch seconds */
  constructor(dir: string, now: number) {
    this.#file = join(dir, 'tags.json')
    const stored = read(this.#file)
    this.#tags = new Map((stored ?? firstTags(now)).map((tag) => [tag.tidnfc, tag]))
    if (!stored) this.#write()
  }

  find(tidnfc: string): EmbeddedTag | undefined {
    return this.#tags.get(tidnfc)
  }

  withStatus(statuses: readonly number[], now: number): (EmbeddedTag & { status: TagStatus })[] {
    return [...this.#tags.values()]
      .map((tag) => ({ ...tag, status: statusOf(tag, now) }))
      .filter(({ status }) => statuses.includes(status))
  }

  put(tag: EmbeddedTag): void {
    this.#tags.set(tag.tidnfc, tag)
    this.#write()
  }

  #write(): void {
    replaceFile(this.#file, JSON.stringify([...this.#tags.values()], null, 2), { mode: 0o666 })
  }
}

function read(file: string): EmbeddedTag[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedTag[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const endOf = ({ startedAt, stoppedAt }: EmbeddedTag) => Math.min(stoppedAt ?? Infinity, startedAt + memory * interval)
const statusOf = (tag: EmbeddedTag, now: number): TagStatus => (endOf(tag) <= now ? 50 : 40)

/** The response for one tag, with its readings until now. */
export function viewTag(tag: EmbeddedTag, now: number) {
  const count = Math.floor((Math.min(now, endOf(tag)) - tag.startedAt) / interval) + 1
  const tagdataresult = Array.from({ length: Math.max(count, 0) }, (_, i) => {
    const time = tag.startedAt + i * interval
    return { id: i + 1, time, temp: temperatureAt(tag.tidnfc, tag.kind, time) }
  })
  return {
    tidnfc: tag.tidnfc,
    tagstarttime: tag.startedAt,
    tagdata: { tagdataresult },
    tagprofile: { maxlimit: limitOf(tag.kind), unit: '°C' },
  }
}

/** The tags of a new store: two that travel with the shipments of the demo merchant, and others that wait for theirs. */
function firstTags(now: number): EmbeddedTag[] {
  const started = (tidnfc: string, kind: TagKind, ago: number): EmbeddedTag => ({
    tidnfc,
    kind,
    startedAt: now - ago,
    stoppedAt: null,
  })
  return [
    started('TAG-04A1', 'ambient', 5 * day),
    started('TAG-04A2', 'ambient', day),
    started('TAG-04A3', 'chilled', 6 * hour),
    started('TAG-04A4', 'chilled', 2 * hour),
    started('TAG-04A5', 'ambient', hour),
    { ...started('TAG-04A6', 'chilled', 3 * day), stoppedAt: now - day },
  ]
}
