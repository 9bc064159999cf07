import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { moved } from '../../app/form-values.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './shop.module.css'
import { shopCalls } from './shop.queries.ts'

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
const maxBytes = 10 * 1024 * 1024
const maxImages = 20

type Props = {
  /** The name of the product, which is also the alternative text of its pictures. */
  name: string
  ids: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The pictures of a product in their order; lists show the first one. */
export const ImagesEditor = ({ name, ids, error, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const { run, running, problem, setProblem } = useAction<'upload'>()
  const upload = (files: readonly File[]): Promise<boolean> =>
    run('upload', async () => {
      const isPossible = ({ type, size }: File): boolean => accepted.includes(type) && size <= maxBytes
      const uploaded: string[] = []
      for (const file of files.filter(isPossible).slice(0, maxImages - ids.length))
        uploaded.push((await shopCalls.createImage({ form: { file } })).image.id)
      if (uploaded.length > 0) onChange([...ids, ...uploaded])
      const refused = files.find((file) => !isPossible(file))
      if (refused) setProblem(text('shop.imageRefused', { name: refused.name }))
    })
  return (
    <div className={styles['stack']}>
      {(problem ?? error) && <Notice tone="bad">{problem ?? error}</Notice>}
      {ids.length > 0 && (
        <ol className={styles['images']}>
          {ids.map((id, index) => {
            const values = { name, number: format.number(index + 1) }
            return (
              <li key={id}>
                <img src={`/v1/public/images/${id}/320.webp`} alt={text('shop.imageName', values)} />
                <span className={styles['tools']}>
                  <Button
                    kind="ghost"
                    isIcon
                    disabled={index === 0}
                    aria-label={text('shop.imageBefore', values)}
                    onClick={() => onChange(moved(ids, index, -1))}
                  >
                    <ArrowLeft aria-hidden="true" className="mirrored" />
                  </Button>
                  <Button
                    kind="ghost"
                    isIcon
                    disabled={index === ids.length - 1}
                    aria-label={text('shop.imageAfter', values)}
                    onClick={() => onChange(moved(ids, index, 1))}
                  >
                    <ArrowRight aria-hidden="true" className="mirrored" />
                  </Button>
                  <Button
                    kind="ghost"
                    isIcon
                    aria-label={text('shop.removeImage', values)}
                    onClick={() => onChange(ids.filter((each) => each !== id))}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      )}
      {ids.length < maxImages && (
        <FileDrop
          label={text('shop.addImage')}
          hint={text('shop.imageHint')}
          accept={accepted}
          isBusy={running === 'upload'}
          onFiles={(files) => void upload(files)}
        />
      )}
    </div>
  )
}
