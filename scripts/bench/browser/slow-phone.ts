/** A phone on a slow network: 150 ms, 1.6 Mbit/s down, for the DevTools protocol (bytes a second). */
export const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
/** How many times slower its processor is. */
export const phoneProcessor = 4
