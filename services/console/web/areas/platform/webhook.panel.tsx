import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './platform.module.css'
import { useWebhook } from './platform.queries.ts'
import { verificationTones } from './webhook.rules.ts'

/** A webhook with its headers and body as received. */
export const WebhookPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { data: webhook, error, refetch } = useWebhook(id)
  const body = webhook && (webhook.isJson ? JSON.stringify(webhook.body, null, 2) : webhook.rawBody)
  return (
    <SidePanel title={text('platform.webhook')} onClose={onClose}>
      {error && !webhook ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : !webhook ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Facts
            items={[
              [text('platform.receivedAt'), format.dateTime(webhook.createdAt)],
              [
                text('platform.signature'),
                <Badge key="signature" tone={verificationTones[webhook.verification]}>
                  {text(`platform.verification.${webhook.verification}`)}
                </Badge>,
              ],
              [
                text('platform.method'),
                <bdi key="method" dir="ltr">
                  {webhook.method}
                </bdi>,
              ],
              [
                text('platform.address'),
                <bdi key="ip" dir="ltr">
                  {webhook.ip}
                </bdi>,
              ],
              [text('platform.size'), text('platform.bytes', { count: webhook.sizeBytes })],
            ]}
          />
          <section className={styles['stack']}>
            <div className={styles['line']}>
              <h3>{text('platform.body')}</h3>
              {webhook.encoding === 'base64' && <Badge>{text('platform.base64')}</Badge>}
              <span className={styles['grow']} />
              {body && <CopyButton value={body} />}
            </div>
            {body ? (
              <pre className={styles['body']} dir="ltr" tabIndex={0} aria-label={text('platform.body')}>
                {body}
              </pre>
            ) : (
              <p className={styles['note']}>{text('platform.noBody')}</p>
            )}
          </section>
          <section className={styles['stack']}>
            <h3>{text('platform.headers')}</h3>
            <pre className={styles['body']} dir="ltr" tabIndex={0} aria-label={text('platform.headers')}>
              {Object.entries(webhook.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </pre>
          </section>
        </>
      )}
    </SidePanel>
  )
}
