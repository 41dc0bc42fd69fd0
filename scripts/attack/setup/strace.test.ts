import { expect, test } from 'vitest'
import { parsePeers } from './strace.ts'

test('counts every connection over a network, and names those that leave this machine', () => {
  const log = [
    '12 connect(3, {sa_family=AF_UNIX, sun_path="/run/nscd"}, 110) = -1 ENOENT (No such file or directory)',
    '12 connect(21, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS',
    '12 connect(21, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '13 connect(22, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.53")}, 16) = 0',
    '13 connect(22, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28 <unfinished ...>',
    '14 sendmsg(9, {msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("198.51.100.1")}, msg_namelen=16, msg_iov=[{iov_base="x", iov_len=1}]}, 0) = 1',
    '14 sendmsg(9, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="x", iov_len=1}]}, 0) = 1',
    '',
  ].join('\n')
  expect(parsePeers(log)).toEqual({ all: 5, foreign: ['192.0.2.53', '2001:db8::1', '198.51.100.1'] })
})
