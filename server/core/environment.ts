import { z } from 'zod'
import { Email } from '#shared/core/fields/email.ts'
import {
  flag,
  hex32,
  keepDays,
  logFilesPlace,
  logLevel,
  mailSender,
  mapStyleUrl,
  nameServerList,
  networkList,
  nodeUrlList,
  witnessList,
} from './environment-values.ts'

/** All environment variables that the server reads. `.env.example` is generated from this schema. */
export const Environment = z.object({
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'What this process does: answer calls (web), run jobs (worker), or answer calls and start a worker process (all)',
    ),
  WEB_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Number of web processes on the port, for machines with unused processors'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port to listen on'),
  PORT_FD: z.coerce
    .number()
    .int()
    .min(3)
    .optional()
    .describe(
      'Number of an inherited descriptor that is already open on a port, such as 3 from a socket unit of systemd. Default: none, PORT is opened',
    ),
  TRUSTED_PROXIES: networkList
    .optional()
    .describe(
      'Proxies on other machines whose X-Forwarded-For header is trusted: addresses or networks (CIDR), separated by commas',
    ),
  DATA_DIR: z.string().default('.data').describe('Folder for local files and for the data of the embedded services'),
  WEBHOOK_ALLOW_CIDRS: networkList
    .optional()
    .describe(
      'Private networks that webhooks, sign-ins by organisations and checks of custom domains may reach, for servers in the network of the operator: addresses or networks (CIDR), separated by commas. Default: none',
    ),
  DNS_SERVERS: nameServerList
    .optional()
    .describe(
      'Name servers for webhooks, sign-ins by organisations and custom domains: IP addresses, with a port if it is not 53, separated by commas. Default: those of the machine',
    ),
  PUBLIC_URL: z
    .url()
    .default('http://localhost:3000')
    .describe('Public URL of this installation. It is printed in codes and mails'),
  DATABASE_URL: z.url().describe('Database: PostgreSQL 15 or newer. The login owns the tables and is not a superuser'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(12)
    .describe(
      'Maximum number of simultaneous database transactions of one process (N). Its other pools add up to 1.5 N + 6 connections',
    ),
  MAIL: z
    .enum(['smtp', 'off', 'mailbox'])
    .default('smtp')
    .describe(
      'smtp: mail is sent to SMTP_URL. off: no mail is sent. mailbox: mail is stored and shown at /mailbox, for development',
    ),
  SMTP_URL: z.url().optional().describe('Mail server. Required if MAIL is smtp'),
  MAIL_FROM: mailSender.prefault('Assay <no-reply@localhost>').describe('Sender of all mails'),
  ADMINISTRATOR_EMAIL: Email.optional().describe(
    'Administrator for whom npm start prints a sign-in link. Default: the first administrator, or a new one with a random e-mail address',
  ),
  SUPPORT_EMAIL: Email.default('support@assay.example').describe(
    'E-mail address that receives the messages of the contact form',
  ),
  SUPPORT_PHONE: z.string().optional().describe('Phone number of support, shown beside the contact form'),
  SUPPORT_TELEGRAM: z
    .string()
    .regex(/^\w{5,32}$/, 'must be a Telegram name without its @')
    .optional()
    .describe('Telegram name of support, shown beside the contact form'),
  ANNOUNCEMENT: z
    .string()
    .max(500)
    .optional()
    .describe('Message that signed-in users see at the top of the console until they close it'),
  S3_ENDPOINT: z
    .url()
    .optional()
    .describe('URL of an S3-compatible store for files. Default: files are in DATA_DIR/files'),
  S3_BUCKET: z.string().optional().describe('Bucket of the store'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the store'),
  S3_ACCESS_KEY: z.string().optional().describe('Access key of the store'),
  S3_SECRET_KEY: z.string().optional().describe('Secret key of the store'),
  BACKUP_TO: logFilesPlace
    .optional()
    .describe(
      'Where the worker writes a backup every day: a folder, or s3://BUCKET/PREFIX. Default: nowhere, no backup is made',
    ),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14).describe('Number of backups that are kept'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe(
      'Passphrase that seals the keys in a backup, at least 12 characters. Keep it elsewhere, too. Default: keys are not in the backup',
    ),
  BACKUP_CHECK_URL: z
    .url()
    .optional()
    .describe(
      'Database that is emptied to check a backup. Default: a new database beside that of DATABASE_URL, whose login needs createdb',
    ),
  BACKUP_S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'URL of the S3-compatible store with the bucket of BACKUP_TO. Default: that of S3_ENDPOINT, with its keys',
    ),
  BACKUP_S3_REGION: z.string().default('us-east-1').describe('Region of this store'),
  BACKUP_S3_ACCESS_KEY: z.string().optional().describe('Access key of this store. Required with BACKUP_S3_ENDPOINT'),
  BACKUP_S3_SECRET_KEY: z.string().optional().describe('Secret key of this store. Required with BACKUP_S3_ENDPOINT'),
  BITCOIN_RPC_URL: nodeUrlList.describe(
    'JSON-RPC of a Bitcoin node, with user and password. Further nodes, separated by commas, take over when it fails',
  ),
  BITCOIN_COOKIE_FILE: z
    .string()
    .optional()
    .describe('Cookie file of the Bitcoin node (.cookie in its data folder), for URLs without user and password'),
  CATAPULT_URL: nodeUrlList.describe(
    'REST URL of a Catapult (Symbol) node. With three, separated by commas, two of them agree before an anchor is final',
  ),
  BITCOIN_NETWORK: z
    .enum(['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'])
    .optional()
    .describe('Network of the Bitcoin node. Default: the network of the earlier anchors'),
  BITCOIN_EPOCH_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(3600)
    .describe('Minimum number of seconds between two Bitcoin transactions. On regtest there is no minimum'),
  BITCOIN_SCAN_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(3600)
    .describe('Maximum duration of a search for unspent outputs of the anchoring address, in seconds'),
  CATAPULT_EPOCH_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(30)
    .describe(
      'How long an activation waits for others of the same Catapult transfer, in seconds. 10,000 codes do not wait. On a local network there is no wait',
    ),
  CATAPULT_NETWORK: z
    .enum(['mainnet', 'testnet', 'local'])
    .optional()
    .describe('Network of the Catapult node. Default: the network of the earlier anchors'),
  SIGNER_SOCKET: z
    .string()
    .optional()
    .describe(
      'Unix socket of the signer. The worker needs it; web processes report at /health/ready whether the signer answers',
    ),
  LOG_ORIGIN: z
    .string()
    .regex(/^[!-*,-~]{1,200}$/, 'must be printable, without a space or plus sign')
    .optional()
    .describe(
      'Name of the transparency log, such as log.brand.example. It never changes. Default: its address when it was opened',
    ),
  LOG_WITNESSES: witnessList
    .optional()
    .describe('Witnesses of the log, separated by commas: the public key (vkey) and the URL of each, with a space'),
  LOG_QUORUM: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Number of witnesses whose signatures a proof needs. Default: more than half of them'),
  LOG_INTERVAL_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3600)
    .default(5)
    .describe('Number of seconds between two checkpoints of the log'),
  LOG_FILES: logFilesPlace
    .optional()
    .describe(
      'Where the worker also writes the log as static files, for a web server or a CDN: a folder, or s3://BUCKET/PREFIX of the store of S3_ENDPOINT. Default: only the database has it',
    ),
  SENSOR_SERVICE_URL: z
    .url()
    .optional()
    .describe('URL of the service of temperature tags. Default: none, shipments then have no temperature log'),
  SENSOR_SERVICE_TOKEN_URL: z
    .url()
    .optional()
    .describe('URL that issues its access tokens (OAuth 2.0, client credentials). Required with SENSOR_SERVICE_URL'),
  SENSOR_SERVICE_CLIENT_ID: z.string().optional().describe('Client id for that URL'),
  SENSOR_SERVICE_CLIENT_SECRET: z.string().optional().describe('Client secret for that URL'),
  REDIS_URL: z
    .url()
    .optional()
    .describe('Redis server that counts rate limits for all web processes. Default: each process counts in memory'),
  CODE_KEY: hex32.describe(
    'Key from which the printed secret of each code is calculated: 64 hex digits. Never change it',
  ),
  NFC_KEY: hex32
    .optional()
    .describe(
      'Key from which the keys of NTAG 424 DNA tags are calculated: 64 hex digits. Never change it. Default: no NFC tags',
    ),
  JWT_SECRET: z.string().min(32).describe('Key that signs access tokens: at least 32 characters'),
  GEOIP_MMDB: z
    .string()
    .optional()
    .describe('File with a city database for the places of scans. Default: the bundled database'),
  MAP_STYLE_URL: mapStyleUrl
    .optional()
    .describe(
      'Style of MapLibre that the map of scans draws below the places, for tiles of your own. Everything that it names is at its origin. Default: the bundled countries, without any request',
    ),
  LOG_LEVEL: logLevel,
  KEEP_SCANS_DAYS: keepDays(400, 0, 'scans are deleted'),
  KEEP_AUDIT_DAYS: keepDays(90, 0, 'entries of the audit trail are written to a sealed file and deleted'),
  KEEP_SYNC_LEDGER_DAYS: keepDays(
    30,
    400,
    'results of operations that devices sent are reduced to their ids and versions',
  ),
  KEEP_SYNC_CHANGES_DAYS: keepDays(30, 400, 'marks of deleted records for devices are deleted'),
  KEEP_MAILS_DAYS: keepDays(2, 90, 'mails are deleted'),
  KEEP_CASES_DAYS: keepDays(
    30,
    0,
    'closed reports (except those of copies) and, after a year at least, cases closed as a mistake are deleted',
  ),
  KEEP_JOBS_DAYS: keepDays(1, 1, 'finished jobs are deleted'),
  KEEP_WEBHOOKS_DAYS: keepDays(7, 30, 'messages of webhooks are deleted'),
  DEMO: flag.prefault('true').describe('Whether visitors can see the seeded demo merchant without an account'),
})
export type Environment = z.output<typeof Environment>
