import { type FileHandle, open } from 'node:fs/promises'
import { encodeQr } from '#shared/label/qr.ts'

/** The resolution of a cheap camera, in pixels; a module of a code is `module` pixels wide. */
const picture = { width: 480, height: 360, module: 8, perSecond: 4, paper: 235, ink: 16, grey: 128 }

/** Writes a video for the fake camera of Chromium (y4m), which shows the codes one after another in a loop. */
export async function writeCodeVideo(file: string, texts: readonly string[], framesEach = 2): Promise<void> {
  const { width, height, perSecond } = picture
  const handle = await open(file, 'w')
  try {
    await handle.write(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`)
    for (const text of texts) await writeFrames(handle, frameOf(text), framesEach)
  } finally {
    await handle.close()
  }
}

async function writeFrames(handle: FileHandle, frame: Buffer, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await handle.write(frame)
}

/** One frame: the luma of each pixel, then both chroma planes at a quarter of the size, all gray. */
function frameOf(text: string): Buffer {
  const { width, height, module, paper, ink, grey } = picture
  const light = Buffer.alloc(width * height, paper)
  const { modules, dark } = encodeQr(text)
  const side = modules * module
  const left = Math.floor((width - side) / 2)
  const top = Math.floor((height - side) / 2)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isInk = dark[Math.floor(y / module) * modules + Math.floor(x / module)] === 1
      if (isInk) light[(top + y) * width + left + x] = ink
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, grey)])
}
