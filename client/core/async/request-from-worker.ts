/** Sends a message to a worker that responds to each message with one of its own. Resolves to the response. */
export function requestFromWorker<T>(worker: Worker, message: unknown): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<T>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read'))
    worker.postMessage(message)
  })
}
