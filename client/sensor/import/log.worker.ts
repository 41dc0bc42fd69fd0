import { decodeText } from '#client/core/text-file/decode-text.ts'
import type { SensorType } from '#shared/sensor/units.ts'
import type { LogFileCall } from './log-file.ts'
import { packLog } from './packed-log.ts'
import { readLoggerFile } from './read-log.ts'
import { guessFormat } from './table/guess-format.ts'

let lines: string[] = []
let type: SensorType = 'temperature'

/** Reads the file of a data logger, first to find its format and then by the format, so that 50 MB do not block the page. */
addEventListener('message', async ({ data }: MessageEvent<LogFileCall>) => {
  if ('signs' in data) postMessage(guessFormat(lines, type, data.signs))
  else if (data.file) {
    const decoded = decodeText(new Uint8Array(await data.file.arrayBuffer()), data.options)
    if (decoded.kind === 'text') {
      lines = decoded.text.split(/\r\n?|\n/)
      type = data.type
    }
    postMessage(decoded.kind === 'text' ? { kind: 'log', format: guessFormat(lines, type) } : decoded)
  } else {
    const log = packLog(readLoggerFile(lines, data.options))
    postMessage(log, { transfer: [log.times.buffer, log.values.buffer] })
  }
})
