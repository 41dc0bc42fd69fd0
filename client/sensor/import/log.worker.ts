import { decodeText } from '#client/core/text-file/decode-text.ts'
import { guessFormat } from './guess-format.ts'
import type { LogFileCall } from './log-file.ts'
import { packLog } from './packed-log.ts'
import { readLoggerFile } from './read-log.ts'

let text = ''

/** Reads the file of a data logger, first to find its format and then by the format, so that 50 MB do not block the page. */
addEventListener('message', async ({ data }: MessageEvent<LogFileCall>) => {
  if ('file' in data) {
    const decoded = decodeText(new Uint8Array(await data.file.arrayBuffer()), data.options)
    if (decoded.kind === 'text') text = decoded.text
    postMessage(decoded.kind === 'text' ? { kind: 'log', format: guessFormat(text) } : decoded)
    return
  }
  const log = packLog(readLoggerFile(text, data.options))
  postMessage(log, { transfer: [log.times.buffer, log.values.buffer] })
})
