import { join } from 'node:path'
import { secretSetting, setting } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { z } from 'zod'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'

/** Returns the settings for a service that stores files, with the service's default for `DATA_DIR`. */
export const fileSettings = (dataDir: string) => ({
  DATA_DIR: setting(
    z.string().default(dataDir),
    'Folder of stored files, shared by all replicas; not used with S3_ENDPOINT',
  ),
  S3_ENDPOINT: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
    'URL of S3-compatible storage; without it, files are stored in DATA_DIR',
  ),
  S3_REGION: setting(z.string().default('us-east-1'), 'Region of the storage'),
  S3_BUCKET: setting(z.string().default('workspace-platform'), 'Bucket of the storage; it must exist'),
  S3_ACCESS_KEY_ID: setting(z.string().default(''), 'Access key id for the storage'),
  S3_SECRET_ACCESS_KEY: secretSetting(z.string().default(''), 'Secret of S3_ACCESS_KEY_ID'),
})

type FileConfig = ConfigOf<ReturnType<typeof fileSettings>>

/** Opens the store for one kind of file: in a bucket if S3 is configured, otherwise in DATA_DIR. */
export const openFileStore = (config: FileConfig, service: string, kind: string): FileStore =>
  config.s3Endpoint === undefined
    ? localFiles(join(config.dataDir, kind))
    : s3Files({
        endpoint: config.s3Endpoint,
        region: config.s3Region,
        bucket: config.s3Bucket,
        prefix: `${service}/${kind}/`,
        accessKeyId: config.s3AccessKeyId,
        secretAccessKey: config.s3SecretAccessKey.reveal(),
      })
