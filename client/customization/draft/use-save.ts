import { useState } from 'react'
import { ApiError } from '#client/core/http/api.ts'
import { showError } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import { notify } from '#client/core/notify.ts'
import {
  type CustomizationInput,
  type CustomizationState,
  customizationContract,
  customizationProblems,
} from '#shared/customization/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { resetUploads } from './chosen-files.ts'
import type { PageDraft } from './draft.ts'
import { type SaveProgress, saveCustomization } from './save.ts'

/** Runs one save at a time. Exposes its progress and whether the last one failed. */
export function useSave(skuId: string) {
  const [stage, setStage] = useState<SaveProgress>()
  const [hasFailed, setFailed] = useState(false)

  /** Resolves to the saved customization, or to undefined after a failure that was reported. */
  const run = async (
    work: () => Promise<CustomizationState>,
    done: string,
  ): Promise<CustomizationState | undefined> => {
    setFailed(false)
    setStage({ stage: 'saving' })
    try {
      const saved = await work()
      await refresh(skuContract.list, skuContract.read, customizationContract.list, customizationContract.read)
      notify({ tone: 'success', title: done })
      return saved
    } catch (error) {
      showError(error)
      setFailed(true)
      if (error instanceof ApiError && error.code === customizationProblems.file.code) await resetUploads(skuId)
      return undefined
    } finally {
      setStage(undefined)
    }
  }
  const params = { id: skuId }
  return {
    stage,
    failed: hasFailed,
    save: (draft: PageDraft, isDraft: boolean, done: string) =>
      run(() => saveCustomization(skuId, draft, isDraft, setStage), done),
    clone: (body: CustomizationInput, done: string) =>
      run(() => call(customizationContract.save, { params, body }), done),
    startOver: (done: string) => run(() => call(customizationContract.remove, { params }), done),
  }
}
