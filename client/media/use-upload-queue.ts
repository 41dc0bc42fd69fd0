import { useRef, useState } from 'react'
import { uploadFile } from '#client/core/files/upload.ts'
import { ApiError } from '#client/core/http/api.ts'
import { errorText } from '#client/core/http/errors.ts'
import { refresh } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { mediaContract } from '#shared/media/contract.ts'

/** The number of the current file, from 1, and its uploaded share (0 to 1). */
export type UploadProgress = { number: number; total: number; share: number }

/** Uploads files one after another. A rejected file is listed among the problems, and the others continue. */
export function useUploadQueue() {
  const t = useText('media')
  const [underWay, setUnderWay] = useState<UploadProgress>()
  const [problems, setProblems] = useState<readonly string[]>([])
  const controller = useRef<AbortController>(undefined)

  const report = (...reasons: string[]) => setProblems((before) => [...new Set([...before, ...reasons])])

  const send = async (files: readonly File[]) => {
    const cancel = new AbortController()
    const { signal } = cancel
    controller.current = cancel
    const total = files.length
    let sent = 0
    for (const [index, file] of files.entries()) {
      const at = (share: number) => setUnderWay({ number: index + 1, total, share })
      at(0)
      try {
        await uploadFile(file, 'media', { signal, onProgress: at })
        sent += 1
      } catch (error) {
        if (signal.aborted) break
        report(t('refused', { name: file.name, reason: errorText(error) }))
        if (!isFileProblem(error)) break
      }
      if (signal.aborted) break
    }
    setUnderWay(undefined)
    if (sent === 0) return
    notify({ tone: 'success', title: t('uploaded', { count: sent }) })
    await refresh(mediaContract.list)
  }

  return {
    underWay,
    problems,
    send,
    report,
    dismiss: () => setProblems([]),
    stop: () => controller.current?.abort(),
  }
}

/** Whether the error concerns only this file (too large or the wrong type). Any other error stops the queue. */
function isFileProblem(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 415].includes(error.status)
}
