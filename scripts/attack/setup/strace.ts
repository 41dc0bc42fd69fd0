const address =
  /(connect|sendmsg|sendmmsg)\(.*?sa_family=AF_INET6?,.*?(?:inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([0-9a-fA-F:.]+)")/

/** Addresses of this machine: the loopback network, and the unspecified address, which also connects to it. */
const own = /^(127\.|0\.0\.0\.0$|::$|::1$|::ffff:127\.)/

/** The network addresses to which the calls in a log of strace connect. Unix and netlink sockets are left out. */
export function parsePeers(log: string): { all: number; foreign: string[] } {
  const peers = log.split('\n').flatMap((line) => {
    const [, , v4, v6] = address.exec(line) ?? []
    return v4 ?? v6 ?? []
  })
  return { all: peers.length, foreign: [...new Set(peers.filter((peer) => !own.test(peer)))] }
}
