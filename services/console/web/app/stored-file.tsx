import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from './save-file.ts'
import styles from './stored-file.module.css'

type Props = {
  /** Identifies the file, whose content never changes. */
  id: string
  name: string
  /** The name of the button that downloads the file. */
  label: string
  /** Whether the file is loaded immediately, to show a thumbnail if it is a picture. */
  isPreviewed: boolean
  load: () => Promise<Blob>
}

/**
 * Downloads a file; pictures are shown as thumbnails. Files need the access token, so they have no public
 * URL.
 */
export const StoredFile = ({ id, name, label, isPreviewed, load }: Props) => {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (!isPreviewed) return undefined
    let address: string | null = null
    let isGone = false
    void load().then(
      (file) => {
        if (isGone || !file.type.startsWith('image/')) return
        address = URL.createObjectURL(file)
        setPicture(address)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
    // The content of a file never changes.
  }, [id, isPreviewed])
  return (
    <button
      type="button"
      className={styles['file']}
      aria-label={label}
      onClick={() => void load().then((file) => saveFile(file, name), reportError)}
    >
      {picture ? <img src={picture} alt="" /> : <FileText aria-hidden="true" />}
      <span dir="auto">{name}</span>
    </button>
  )
}
