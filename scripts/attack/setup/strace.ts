const address =
  /(connect|sendmsg|sendmmsg)\(.*?sa_family=AF_INET6?,.*?(?:inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([0-9a-fA-F:.]+)")/

/** This machine: its loopback network, and the address of nothing in particular, which connects to it too. */
const own = /^(127\.|0\.0\.0\.0$|::$|::1$|::ffff:127\.)/

/** Whom the calls in a log of strace reach over a network, sockets of files and of the kernel apart. */
export function parsePeers(log: string): { all: number; foreign: string[] } {
  const peers = log.split('\n').flatMap((line) => {
    const [, , v4, v6] = address.exec(line) ?? []
    return v4 ?? v6 ?? []
  })
  return { all: peers.length, foreign: [...new Set(peers.filter((peer) => !own.test(peer)))] }
}
