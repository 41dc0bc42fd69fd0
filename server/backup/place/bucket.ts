import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Config } from '#server/core/config.ts'
import { lazyS3 } from '#server/core/files/file-store-s3.ts'
import type { BackupPlace } from './place.ts'

/** A part of an upload, at least 5 MB by the protocol. 10,000 of them are the largest object. */
const partBytes = 32 * 1024 * 1024

/** A bucket of an S3-compatible store. Larger content is sent in parts, so that it needs no memory. */
export function openBackupBucket(config: S3Config, prefix: string): BackupPlace {
  const Bucket = config.bucket
  const sdk = lazyS3(config)
  const removeOne = async (Key: string) => {
    const { client, s3 } = await sdk()
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
  }
  async function* list(folder: string): AsyncIterable<string> {
    const { client, s3 } = await sdk()
    for await (const page of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + folder }))
      for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(prefix.length)
  }
  return {
    label: `s3://${Bucket}/${prefix}`,
    list,
    async open(path) {
      const { client, s3 } = await sdk()
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: prefix + path }))
        return Body instanceof Readable ? Body : undefined
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return undefined
        throw error
      }
    },
    async write(path, content) {
      const { client, s3 } = await sdk()
      const Key = prefix + path
      const digest = createHash('sha256')
      let bytes = 0
      let upload: string | undefined
      const sent: { PartNumber: number; ETag: string | undefined }[] = []
      const count = (part: Buffer) => {
        digest.update(part)
        bytes += part.length
        return part
      }
      const sendPart = async (part: Buffer) => {
        upload ??= (await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))).UploadId
        const PartNumber = sent.length + 1
        const { ETag } = await client.send(
          new s3.UploadPartCommand({ Bucket, Key, UploadId: upload, PartNumber, Body: part }),
        )
        sent.push({ PartNumber, ETag })
      }
      try {
        let last: Buffer = Buffer.alloc(0)
        for await (const part of partsOf(content)) {
          if (last.length > 0) await sendPart(last)
          last = count(part)
        }
        if (upload === undefined) await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: last }))
        else {
          await sendPart(last)
          await client.send(
            new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId: upload, MultipartUpload: { Parts: sent } }),
          )
        }
      } catch (error) {
        if (upload) await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId: upload }))
        throw error
      }
      return { bytes, sha256: digest.digest('hex') }
    },
    async move(from, to) {
      const { client, s3 } = await sdk()
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`)
      await client.send(new s3.CopyObjectCommand({ Bucket, Key: prefix + to, CopySource }))
      await removeOne(prefix + from)
    },
    async remove(path) {
      if (!path.endsWith('/')) return removeOne(prefix + path)
      for await (const one of list(path)) await removeOne(prefix + one)
    },
    async folders() {
      const { client, s3 } = await sdk()
      const names: string[] = []
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: '/' }))
        for (const { Prefix } of page.CommonPrefixes ?? []) names.push(Prefix!.slice(prefix.length, -1))
      return names
    },
  }
}

/** The content in pieces of `partBytes`. */
async function* partsOf(content: Readable | Buffer): AsyncIterable<Buffer> {
  if (Buffer.isBuffer(content)) return yield content
  let [held, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of content) {
    held.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(held)
    ;[held, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(held)
}
