export type ProgramPlace = {
  /** The folder of the program. */
  root: string
  /** The Node that runs it. */
  node: string
}

/** The ports of the two web processes, of which one answers while the other one restarts. The examples of proxies have them, too. */
export const webPorts = [3001, 3002] as const

/** What no process of Assay needs (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html). */
const sandbox = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectControlGroups=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'RestrictSUIDSGID=yes',
  'RestrictNamespaces=yes',
  'LockPersonality=yes',
  'CapabilityBoundingSet=',
]

/** The units of systemd by their file names. `assay.target` starts and stops all of them. */
export function unitFiles({ root, node }: ProgramPlace): Record<string, string> {
  const main = (space: number) =>
    `${node} --max-semi-space-size=${space} --import=./server/core/process/import-cache.mjs server/main.ts`
  const service = (description: string, lines: readonly string[]) =>
    unit({
      Unit: [
        `Description=${description}`,
        'After=network-online.target postgresql.service',
        'Wants=network-online.target',
        'PartOf=assay.target',
      ],
      Service: [
        `WorkingDirectory=${root}`,
        'Environment=NODE_ENV=production',
        ...lines,
        'Restart=always',
        'RestartSec=2',
        // Variables that are not valid stay so.
        'RestartPreventExitStatus=78',
        'TimeoutStopSec=20',
        ...sandbox,
      ],
      Install: ['WantedBy=assay.target'],
    })
  const server = (space: number) => [
    'User=assay',
    'Group=assay',
    'EnvironmentFile=/etc/assay/assay.env',
    'StateDirectory=assay',
    'StateDirectoryMode=0700',
    `ExecStart=${main(space)}`,
  ]
  return {
    'assay-signer.service': service('Assay signer', [
      'User=assay-signer',
      // The group of the worker, which may connect to the socket.
      'Group=assay',
      'EnvironmentFile=/etc/assay/signer.env',
      'RuntimeDirectory=assay-signer',
      'RuntimeDirectoryMode=2750',
      'StateDirectory=assay-signer',
      'StateDirectoryMode=0700',
      'PrivateNetwork=yes',
      `ExecStart=${node} server/signer.ts`,
    ]),
    'assay-worker.service': service('Assay worker', ['Environment=ROLE=worker', ...server(8)]),
    'assay-web@.service': service('Assay web process at port %i', [
      'Environment=ROLE=web PORT=%i HOST=127.0.0.1',
      ...server(32),
    ]),
    'assay.target': unit({
      Unit: [
        'Description=Assay',
        `Wants=${['assay-signer', 'assay-worker', ...webPorts.map((port) => `assay-web@${port}`)].map((name) => `${name}.service`).join(' ')}`,
      ],
      Install: ['WantedBy=multi-user.target'],
    }),
  }
}

const unit = (sections: Record<string, readonly string[]>) =>
  Object.entries(sections)
    .map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`)
    .join('\n')
