/**
 * Receives `reached` when an event stream is open again after one was lost: the server responds. In a file of its own, because the service
 * worker imports the triggers of sync, and the modules of event streams do not run there.
 */
export const serverReturn = new EventTarget()
