import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { keepReceived, receivedPath } from '#client/core/files/received-file.ts'

/** https://wicg.github.io/web-app-launch/#launchparams-interface */
type Launch = { targetURL?: string; files: readonly { getFile(): Promise<File> }[] }
type LaunchQueue = { setConsumer(consume: (launch: Launch) => void): void }
declare global {
  var launchQueue: LaunchQueue | undefined
}

/**
 * Follows launches of the installed app: a file that is opened with it, and a shortcut while a window is open. Navigates inside the
 * page, so that unsaved input is asked about and not lost.
 */
export function Component() {
  const navigate = useNavigate()
  const follow = useEffectEvent(async ({ targetURL, files: [file] }: Launch) => {
    if (file) {
      await keepReceived(await file.getFile())
      return navigate(receivedPath)
    }
    if (targetURL && targetURL !== location.href) await navigate(targetURL.slice(location.origin.length))
  })
  useEffect(() => {
    globalThis.launchQueue?.setConsumer((launch) => void follow(launch))
  }, [])
  return null
}
