import type { S3Config } from '#server/core/config.ts'
import { lazyS3 } from '#server/core/files/file-store-s3.ts'
import type { LogDestination } from './destination.ts'

/** A bucket of an S3-compatible store that a CDN serves. Objects carry their type and how long they may be cached. */
export function openBucket(config: S3Config, prefix: string): LogDestination {
  const Bucket = config.bucket
  const sdk = lazyS3(config)
  const readBytes = async (path: string): Promise<Buffer | undefined> => {
    const { client, s3 } = await sdk()
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: prefix + path }))
      return Body && Buffer.from(await Body.transformToByteArray())
    } catch (error) {
      if (error instanceof s3.NoSuchKey) return undefined
      throw error
    }
  }
  return {
    readBytes,
    read: async (path) => (await readBytes(path))?.toString(),
    async write(path, content, { type, caching }) {
      const { client, s3 } = await sdk()
      const named = { Bucket, Key: prefix + path, ContentType: type, CacheControl: caching }
      await client.send(new s3.PutObjectCommand({ ...named, Body: content }))
    },
    async removeFolder(path) {
      const { client, s3 } = await sdk()
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${path}/` })) {
        const names = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        await Promise.all(names.map((Key) => client.send(new s3.DeleteObjectCommand({ Bucket, Key }))))
      }
    },
  }
}
