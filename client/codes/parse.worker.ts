import { parseList } from './parse.ts'
import { withRowErrors } from './row-errors.ts'

/** Takes a file, answers its list: 10 MB are read and looked through without the screen noticing. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(withRowErrors(parseList(new Uint8Array(await data.arrayBuffer()))))
})
