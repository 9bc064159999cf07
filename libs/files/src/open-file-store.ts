import { join } from 'node:path'
import { secretSetting, setting } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { z } from 'zod'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'

/** Settings of a service that stores files; `DATA_DIR` needs a default of the service's own. */
export const fileSettings = (dataDir: string) => ({
  DATA_DIR: setting(
    z.string().default(dataDir),
    'Folder of stored files, shared by all replicas; not used with S3_ENDPOINT',
  ),
  S3_ENDPOINT: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    'Address of an S3-compatible storage; files lie in DATA_DIR without one',
  ),
  S3_REGION: setting(z.string().default('us-east-1'), 'Region of the storage'),
  S3_BUCKET: setting(z.string().default('workspace-platform'), 'Bucket of the storage; it is there already'),
  S3_ACCESS_KEY_ID: setting(z.string().default(''), 'Who asks the storage'),
  S3_SECRET_ACCESS_KEY: secretSetting(z.string().default(''), 'Secret of S3_ACCESS_KEY_ID'),
})

type FileConfig = ConfigOf<ReturnType<typeof fileSettings>>

/** The files of one kind of a service: in the bucket if there is one, else in the folder. */
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
