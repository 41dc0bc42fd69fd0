/** Loaded by every child before its own code (`--import`): a child whose parent is gone stops by itself. */
const graceMs = 8_000

if (process.channel) {
  process.channel.unref()
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), graceMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
