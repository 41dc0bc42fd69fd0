import { spawnSync } from 'node:child_process'
import { referencePython } from '#scripts/test/opentimestamps-reference.ts'

/** The result of python-opentimestamps for the bytes of one .ots file. */
type OracleAnswer =
  | { ok: true; digest: string; attestations: { message: string; kind: string; value: string }[]; written: string }
  | { ok: false; error: string }

const script = `
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
 * Runs the reference implementation on all proofs in one process. Tests that need it are skipped when it is not
 * installed (`hasReference`): only a second implementation shows that a proof is readable.
 */
export function readWithReference(proofs: Uint8Array[]): OracleAnswer[] {
  const python = referencePython()
  if (!python) throw new Error('These tests need python3-opentimestamps; OTS_PYTHON names an interpreter that has it.')
  const input = JSON.stringify(proofs.map((proof) => Buffer.from(proof).toString('hex')))
  const run = spawnSync(python.file, ['-c', script], { input, env: python.env, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as OracleAnswer[]
}

/** Whether the reference implementation is installed on this machine. */
export const hasReference = referencePython() !== undefined
