import { Download } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { toProblem } from '../ui/problem.ts'
import { showToast } from '../ui/toast.tsx'
import { saveFile } from './save-file.ts'

type Props = {
  /** The name of the file, to which today's date is added. */
  name: string
  load: () => Promise<Blob>
}

/** Saves a list as a CSV file. */
export const ExportButton = ({ name, load }: Props) => {
  const text = useText()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await load(), `${name} ${format.today()}.csv`)
    } catch (error) {
      showToast(toProblem(error, text).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {text('list.export')}
    </Button>
  )
}
