import { decodeText } from '#client/core/files/csv.ts'
import { guessFormat } from './guess-format.ts'
import type { LogFileCall } from './log-file.ts'
import { packLog } from './packed-log.ts'
import { readLoggerFile } from './read-log.ts'

let text = ''

/** Reads the file of a data logger, first to find its format and then by the format, so that 50 MB do not block the page. */
addEventListener('message', async ({ data }: MessageEvent<LogFileCall>) => {
  if ('file' in data) {
    text = decodeText(new Uint8Array(await data.file.arrayBuffer()))
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
    postMessage(guessFormat(text))
    return
  }
  const log = packLog(readLoggerFile(text, data.options))
  postMessage(log, { transfer: [log.times.buffer, log.values.buffer] })
})
