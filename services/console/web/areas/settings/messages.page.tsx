import { getRouteApi } from '@tanstack/react-router'
import type { MessageTemplate } from '@workspace-platform/client/identity'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MessageLog } from './message-log.tsx'
import { MessageTemplateForm } from './message-template.form.tsx'
import { messageViews } from './settings.routes.ts'
import { useTemplates } from './settings.queries.ts'

const route = getRouteApi('/shell/settings/messages')

/** The messages that the platform sends to customers, and the messages already sent. */
export const MessagesPage = () => {
  const text = useText()
  const navigate = route.useNavigate()
  const { view = 'templates', open } = route.useSearch()
  const templates = useTemplates()
  const opened = templates.data?.find(({ type }) => type === open)
  const show = (type: string | null): void => void navigate({ search: type ? { open: type } : {} })
  return (
    <Split>
      <Page
        title={text('settings.messages')}
        toolbar={
          <Segmented
            label={text('settings.messages')}
            value={view}
            options={messageViews.map((value) => ({ value, label: text(`settings.view.${value}`) }))}
            onChange={(next) => void navigate({ search: next === 'log' ? { view: 'log' } : {} })}
          />
        }
      >
        <PageContent isNarrow>
          {view === 'log' ? (
            <MessageLog />
          ) : templates.error && !templates.data ? (
            <LoadFailure error={templates.error} onRetry={() => void templates.refetch()} />
          ) : (
            <Card title={text('settings.view.templates')}>
              {templates.data ? (
                <SimpleList>
                  {templates.data.map((template) => (
                    <TemplateItem
                      key={template.type}
                      template={template}
                      onOpen={() => show(template.type)}
                    />
                  ))}
                </SimpleList>
              ) : (
                <Skeleton lines={8} />
              )}
            </Card>
          )}
        </PageContent>
      </Page>
      {opened && view === 'templates' && (
        <SidePanel key={opened.type} title={text(`message.type.${opened.type}`)} onClose={() => show(null)}>
          <MessageTemplateForm template={opened} onCancel={() => show(null)} />
        </SidePanel>
      )}
    </Split>
  )
}

const TemplateItem = ({ template, onOpen }: { template: MessageTemplate; onOpen: () => void }) => {
  const text = useText()
  const { type, isEnabled, channels, updatedAt } = template
  const name = text(`message.type.${type}`)
  return (
    <SimpleItem
      title={name}
      detail={[
        ...channels.map((channel) => text(`message.channel.${channel}`)),
        text(updatedAt ? 'settings.ownText' : 'settings.defaultText'),
      ].join(' • ')}
      end={
        <>
          <Badge tone={isEnabled ? 'ok' : 'neutral'}>
            {text(isEnabled ? 'settings.on' : 'settings.off')}
          </Badge>
          <Button aria-label={text('settings.editNamed', { name })} onClick={onOpen}>
            {text('action.edit')}
          </Button>
        </>
      }
    />
  )
}
