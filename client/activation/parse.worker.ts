import { parseList } from './parse.ts'

/** Takes a file, answers its list: 10 MB are read without the screen noticing. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(parseList(new Uint8Array(await data.arrayBuffer())))
})
