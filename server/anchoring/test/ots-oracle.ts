import { spawnSync } from 'node:child_process'

/** What python-opentimestamps makes of the bytes of one .ots file. */
export type OracleAnswer =
  | { ok: true; digest: string; attestations: { message: string; kind: string; value: string }[]; written: string }
  | { ok: false; error: string }

const SCRIPT = `
import json, sys
from io import BytesIO
from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation, PendingAttestation

def described(message, attestation):
    if isinstance(attestation, BitcoinBlockHeaderAttestation):
        kind, value = 'bitcoin', str(attestation.height)
    elif isinstance(attestation, PendingAttestation):
        kind, value = 'pending', attestation.uri
    else:
        kind, value = 'unknown', attestation.payload.hex()
    return {'message': message.hex(), 'kind': kind, 'value': value}

def read(proof):
    try:
        detached = DetachedTimestampFile.deserialize(BytesDeserializationContext(bytes.fromhex(proof)))
    except Exception as problem:
        return {'ok': False, 'error': repr(problem)}
    written = BytesSerializationContext()
    detached.serialize(written)
    return {'ok': True, 'digest': detached.file_digest.hex(), 'written': written.getbytes().hex(),
            'attestations': [described(*pair) for pair in detached.timestamp.all_attestations()]}

json.dump([read(proof) for proof in json.load(sys.stdin)], sys.stdout)
`

/**
 * Asks the reference implementation, all proofs in one process. A machine without it fails the test: a proof nobody
 * else has read is not known to be readable.
 */
export function readWithReference(proofs: Uint8Array[]): OracleAnswer[] {
  // The system's own interpreter: a Python that comes first in PATH does not see Debian's packages.
  const python = process.env.OTS_PYTHON ?? '/usr/bin/python3'
  const input = JSON.stringify(proofs.map((proof) => Buffer.from(proof).toString('hex')))
  const run = spawnSync(python, ['-c', SCRIPT], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.error || /No module named 'opentimestamps'/.test(run.stderr)) {
    throw new Error(
      `These tests need the OpenTimestamps reference library: apt install python3-opentimestamps (tried ${python}; ` +
        'OTS_PYTHON names another interpreter).',
    )
  }
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as OracleAnswer[]
}
