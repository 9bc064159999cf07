import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Notice } from '../ui/notice.tsx'
import { Stack } from '../ui/page.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { may } from './session.rules.ts'
import { useMember } from './session.ts'

type Call = { query: { dryRun: boolean; match: 'externalId' }; form: { file: Blob } }

type Props = {
  /** The names of the most common columns. */
  columns: readonly string[]
  start: (call: Call) => Promise<{ job: { id: string } }>
}

/** Imports records from a file. The job continues on the server; its progress is in Activity. */
export const ImportButton = ({ columns, start }: Props) => {
  const text = useText()
  const navigate = useNavigate()
  const maySeeJobs = may(useMember(), 'jobs.view')
  const [isOpen, setOpen] = useState(false)
  const [dryRun, setDryRun] = useState(true)
  const { run, running, problem, setProblem } = useAction<'import'>()
  const upload = ([file, ...others]: File[]): void => {
    if (!file) return
    if (others.length > 0) return setProblem(text('import.oneFile'))
    void run('import', async () => {
      const { job } = await start({ query: { dryRun, match: 'externalId' }, form: { file } })
      setOpen(false)
      showToast(text('import.started'))
      if (maySeeJobs) void navigate({ to: '/activity', search: { open: job.id } })
    })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileUp aria-hidden="true" />
        {text('import.open')}
      </Button>
      {isOpen && (
        <Dialog title={text('import.title')} onClose={() => setOpen(false)}>
          <Stack>
            {problem && <Notice tone="bad">{problem}</Notice>}
            <p>{text('import.text')}</p>
            <p>
              {text('import.columns')} <bdi dir="ltr">{columns.join(', ')}</bdi>
            </p>
            <Checkbox
              label={text('import.dryRun')}
              checked={dryRun}
              onChange={(event) => setDryRun(event.target.checked)}
            />
            <FileDrop
              label={text('import.choose')}
              hint={text('import.hint')}
              accept={['.csv', 'text/csv', '.ndjson', 'application/x-ndjson']}
              isMultiple={false}
              isBusy={running !== null}
              onFiles={upload}
            />
          </Stack>
        </Dialog>
      )}
    </>
  )
}
