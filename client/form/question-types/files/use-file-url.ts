import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadFile } from '#client/core/offline/files/load-file.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import type { Attachment } from '#shared/form/question-types/files/attachment.ts'
import { fieldFileTypes } from '#shared/sync/contract.ts'

/** The object URL of a file of an answer, revoked on unmount. Works without a connection for files on this device. */
export function useAttachmentUrl({ digest, ext }: Attachment) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['attachment', digest],
    queryFn: async () => new Blob([await loadFile(requireEngine().db, digest)], { type: fieldFileTypes[ext] }),
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { url, isError, refetch }
}
