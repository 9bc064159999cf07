import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from './button.tsx'

/**
 * Copies a text to the clipboard. Browsers do not support this on pages without TLS, where users select the
 * text instead.
 */
export const CopyButton = ({ value }: { value: string }) => {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!clipboard) return null
  return (
    <Button
      onClick={() => {
        void clipboard.writeText(value).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2000)
        })
      }}
    >
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {text(isCopied ? 'action.copied' : 'action.copy')}
    </Button>
  )
}
